// SPDX-License-Identifier: GPL-3.0-or-later
/** A stereo WAV file of 32-bit floats out of interleaved chunks. */
export function wavOf(chunks: readonly Float32Array[], sampleRate: number): Blob {
  const samples = chunks.reduce((sum, chunk) => sum + chunk.length, 0),
    bytes = 4 * samples;
  const head = new DataView(new ArrayBuffer(58));
  const letters = (at: number, text: string): void =>
    [...text].forEach((c, i) => head.setUint8(at + i, c.charCodeAt(0)));
  letters(0, 'RIFF');
  head.setUint32(4, 50 + bytes, true);
  letters(8, 'WAVEfmt ');
  head.setUint32(16, 18, true); // size of the format
  head.setUint16(20, 3, true); // floats
  head.setUint16(22, 2, true); // channels
  head.setUint32(24, sampleRate, true);
  head.setUint32(28, 8 * sampleRate, true); // bytes per second
  head.setUint16(32, 8, true); // bytes per frame
  head.setUint16(34, 32, true); // bits per sample
  head.setUint16(36, 0, true); // no extension
  letters(38, 'fact');
  head.setUint32(42, 4, true);
  head.setUint32(46, samples / 2, true); // frames
  letters(50, 'data');
  head.setUint32(54, bytes, true);
  return new Blob([head.buffer, ...(chunks as readonly Float32Array<ArrayBuffer>[])], { type: 'audio/wav' });
}
