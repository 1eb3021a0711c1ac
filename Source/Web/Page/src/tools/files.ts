// SPDX-License-Identifier: GPL-3.0-or-later
const largest = 8_000_000; // [bytes]

export async function readText(file: File): Promise<string> {
  if (file.size > largest) throw new Error('is larger than 8 MB.');
  return file.text();
}

/** Offers a file for download. */
export function saveAs(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replace(/[^\w .-]+/g, '_');
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 30_000);
}
