// SPDX-License-Identifier: GPL-3.0-or-later
// ReaderTest.mjs SITE: damaged files through the reader of the page's module: each is read, with values in their ranges, or
// refused with a sentence; never a trap, and what is right is still read afterwards. Files as in DamagedFilesTests.cpp.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Checks, packages, page, root, site } from './PageKit.mjs';

const folder = site(), [esbuild] = packages('esbuild'), checks = new Checks(), work = mkdtempSync(join(tmpdir(), 'reader-'));
const outfile = join(work, 'catalogue.mjs');
await esbuild.build({ entryPoints: [join(page, 'src/audio/catalogue.ts')], bundle: true, format: 'esm', outfile, logLevel: 'error' });
const { loadCatalogue } = await import(pathToFileURL(outfile).href);
rmSync(work, { recursive: true });
const bytes = readFileSync(join(folder, 'kolophon.simd.wasm')); // which every Node runs

/** Numbers that repeat in every run: xorshift32. */
let state = 0x9e3779b9;
const draw = (below) => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
};

const words = ['null', '-1', '1e999', '-1e308', '""', '[]', '{}', '"\\u0000"', 'true', '1e-320', '"NaN"', '99999999999999999999', '"\\ud800"', '[[[[[[]]]]]]'];
function damaged(text) {
  const at = draw(text.length), other = draw(text.length);
  switch (draw(7)) {
    case 0: return text.slice(0, at); // cut off
    case 1: return text.slice(0, at) + String.fromCharCode(draw(256)) + text.slice(at + 1);
    case 2: return text.slice(0, at) + text.slice(other); // a part missing, or twice
    case 3: return text.replace(/-?\d+(\.\d+)?(e-?\d+)?/g, (number) => (draw(8) === 0 ? words[draw(words.length)] : number));
    case 4: return text.replace(/"[^"]*"(?=\s*[,}\]])/g, (value) => (draw(6) === 0 ? words[draw(words.length)] : value));
    case 5: return text.replace(/"(\w+)"(?=\s*:)/g, (name) => (draw(8) === 0 ? '"name"' : name)); // fields twice, and unknown
    default: return `${text.slice(0, at)}${'[{"a":'.repeat(1 + draw(400))}${text.slice(at)}`;
  }
}

const archive = join(root, 'Tests/Reference/Archive');
const examples = (beginning) => readdirSync(archive).filter((name) => name.startsWith(beginning) && name.endsWith('.json')).map((name) => readFileSync(join(archive, name), 'utf8'));
const kinds = {
  preset: { texts: [...examples('preset-'), ...examples('state-')], read: (catalogue, text) => catalogue.load(text) },
  body: { texts: examples('body-'), read: (catalogue, text) => catalogue.setBody(text) },
  gesture: { texts: examples('gesture-'), read: (catalogue, text) => catalogue.setGesture(text) },
  performance: { texts: examples('performance-').filter((text) => text.length < 60_000), read: (catalogue, text) => catalogue.loadPerformance(text) },
  tuning: { texts: ['! a.scl\nMeantone\n 12\n!\n 76.04900\n 193.15686\n 310.26471\n 5/4\n 503.42157\n 579.47057\n 696.57843\n 25/16\n 889.73529\n 1006.84314\n 1082.89214\n 2/1\n'], read: (catalogue, text) => catalogue.setTuning(text, null, 440) },
};

let catalogue = await loadCatalogue(bytes);
for (const [kind, { texts, read }] of Object.entries(kinds))
  await checks.part(kind, () => {
    checks.check(texts.length > 0, `${kind}: examples`);
    for (const text of texts) read(catalogue, text); // throws if one is refused
    let wasRead = 0, refused = 0;
    for (let i = 0; i < 300; ++i) {
      const text = damaged(texts[draw(texts.length)]);
      try {
        read(catalogue, text);
        wasRead += 1;
      } catch (error) {
        refused += 1;
        if (error instanceof WebAssembly.RuntimeError || !(error instanceof Error) || !/\S{2,} \S/.test(error.message)) {
          checks.check(false, `${kind}, case ${i}: no sentence`, `${error} for ${text.slice(0, 200)}`);
          if (error instanceof WebAssembly.RuntimeError) return;
        }
      }
    }
    checks.check(wasRead > 20 && refused > 20, `${kind}: some are read, some refused`, [wasRead, refused]);
  });

await checks.part('values', () => {
  for (let i = 0; i < 300; ++i) {
    const text = kinds.preset.texts[draw(kinds.preset.texts.length)].replace(/-?\d+(\.\d+)?/g, () => String((draw(2_000_001) - 1_000_000) * 10 ** (draw(40) - 20)));
    try {
      const { values } = catalogue.load(text);
      for (const info of catalogue.parameters)
        if (!(values[info.index] >= info.minimum && values[info.index] <= info.maximum)) return checks.check(false, info.id, `${values[info.index]} for ${text}`);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) return checks.check(false, 'values', String(error));
    }
  }
  checks.check(true, 'values are within their ranges');
});

await checks.part('afterwards', () => {
  const { name, findings } = catalogue.loadPreset('Glass Rim');
  checks.equal([name, findings], ['Glass Rim', ''], 'a preset is read after all that');
  const memory = catalogue.engine.memory.buffer.byteLength / 2 ** 20;
  checks.check(memory < 256, 'memory is bounded', `${memory} MB`);
});
checks.end();
