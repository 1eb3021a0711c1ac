// SPDX-License-Identifier: GPL-3.0-or-later
/** A script of this folder, bundled, as a text: see build.mjs. */
declare module 'inline:*' {
  const text: string;
  export default text;
}
