// SPDX-License-Identifier: GPL-3.0-or-later
/** A sound as a link: its JSON, compressed, in the part of the address that no server sees. Links come from anywhere:
    sizes are limited before and after decompression, and the engine reads the text like any other untrusted file. */

const longestLink = 16_000; // [characters] of the fragment
const longestText = 200_000; // [bytes] of JSON
const mark = 'sound=';

async function through(
  stream: ReadableWritablePair<Uint8Array, BufferSource>,
  bytes: Uint8Array,
  most: number,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // Errors of the writer are those of the reader.
  void writer
    .write(Uint8Array.from(bytes))
    .then(() => writer.close())
    .catch(() => undefined);
  const reader = stream.readable.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error('The sound is too large for a link.');
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The fragment, without "#". */
export async function fragmentOf(json: string): Promise<string> {
  const bytes = new TextEncoder().encode(json);
  const packed = await through(new CompressionStream('deflate-raw'), bytes, longestText);
  let binary = '';
  for (const byte of packed) binary += String.fromCharCode(byte);
  const fragment = mark + btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  if (fragment.length > longestLink)
    throw new Error('This sound is too large for a link. Save it as a file instead.');
  return fragment;
}

/** JSON of a fragment; null if the fragment is of something else. Throws an Error for one that cannot be read. */
export async function jsonOf(fragment: string): Promise<string | null> {
  const text = fragment.replace(/^#/, '');
  if (!text.startsWith(mark)) return null;
  const packed = text.slice(mark.length);
  if (text.length > longestLink) throw new Error('The link is too long for a sound.');
  if (!/^[A-Za-z0-9_-]+$/.test(packed))
    throw new Error('The link is damaged: it has signs that no link of a sound has.');
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.from(atob(packed.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    bytes = await through(new DecompressionStream('deflate-raw'), bytes, longestText);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('The sound is too large')) throw error;
    throw new Error('The link is damaged: its sound cannot be unpacked.');
  }
}
