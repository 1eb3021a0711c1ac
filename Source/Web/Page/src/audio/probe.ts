// SPDX-License-Identifier: GPL-3.0-or-later
/** A function of three numbers, a b + c by f64x2.relaxed_madd:

        (module (func (export "f") (param f64 f64 f64) (result f64)
          (f64x2.extract_lane 0 (f64x2.relaxed_madd
            (f64x2.splat (local.get 0)) (f64x2.splat (local.get 1)) (f64x2.splat (local.get 2)))))) */
const relaxedMadd = [
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x01, 0x60, 0x03, 0x7c, 0x7c, 0x7c, 0x01, 0x7c, 0x03,
  0x02, 0x01, 0x00, 0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00, 0x0a, 0x16, 0x01, 0x14, 0x00, 0x20, 0x00, 0xfd, 0x14,
  0x20, 0x01, 0xfd, 0x14, 0x20, 0x02, 0xfd, 0x14, 0xfd, 0x87, 0x02, 0xfd, 0x21, 0x00, 0x0b,
];

/** True if this browser has relaxed SIMD, and its processor rounds a product and a sum once. */
export function hasFusedMultiplyAdd(): boolean {
  const bytes = new Uint8Array(relaxedMadd);
  if (!WebAssembly.validate(bytes)) return false;
  const f = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports['f'] as (...numbers: number[]) => number;
  const little = 2 ** -30;
  return f(1 + little, 1 - little, -1) === -(little * little);
}
