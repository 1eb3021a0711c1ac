// SPDX-License-Identifier: GPL-3.0-or-later
const largest = 8_000_000; // [bytes]

/** What this page opens: the bytes of a MIDI file, or a text. */
export async function readFile(file: File): Promise<{ song: Uint8Array } | { text: string }> {
  const head = new Uint8Array(await file.slice(0, 64).arrayBuffer()),
    letters = String.fromCharCode(...head);
  const isSong = letters.startsWith('MThd') || (letters.startsWith('RIFF') && letters.slice(8, 12) === 'RMID');
  const isTuning = /\.(scl|kbm)$/i.test(file.name);
  if (!isSong && !isTuning && !/^(\xef\xbb\xbf)?\s*[[{]/.test(letters))
    throw new Error('This page opens presets, performances, MIDI files, bodies, gestures and Scala tunings. This is none of them.');
  if (file.size > largest) throw new Error('This file is larger than 8 MB.');
  return isSong ? { song: new Uint8Array(await file.arrayBuffer()) } : { text: await file.text() };
}

const longestName = 120; // [bytes of UTF-8]: file systems take 255, and browsers add to a name that is taken

/** A file's name out of a name for people, in their own script: without what file systems refuse. */
export function fileName(name: string, ending: string): string {
  const refused = /[\\/:*?"<>|\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
  let kept = '';
  for (const letter of new Intl.Segmenter().segment(name.normalize('NFC').replace(refused, '_').trim()))
    if (new TextEncoder().encode(kept + letter.segment).length > longestName) break;
    else kept += letter.segment;
  kept = kept.replace(/^\.+|[. ]+$/g, '');
  if (kept === '' || /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(kept.replace(/\..*/, ''))) kept = `Kolophon ${kept}`.trim();
  return `${kept}.${ending}`;
}

/** Offers a file for download. */
export function saveAs(blob: Blob, name: string, ending: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName(name, ending);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 30_000);
}
