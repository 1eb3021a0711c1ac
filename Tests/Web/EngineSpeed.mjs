// SPDX-License-Identifier: GPL-3.0-or-later
// node EngineSpeed.mjs FOLDER: what the engine for browsers costs here, in Node: no test, since machines are busy.
import { gzipSync } from 'node:zlib';
import { modules, scripts } from './EngineKit.mjs';

const { EngineModule, hasFusedMultiplyAdd } = scripts;
const milliseconds = (began) => (performance.now() - began).toFixed(0);
for (const [name, bytes] of Object.entries(modules)) {
  const packed = gzipSync(bytes, { level: 9 }).length;
  console.log(`${name}: ${(bytes.length / 1e6).toFixed(2)} MB, ${(packed / 1e6).toFixed(2)} MB compressed`);
  if (name === 'lab' || (name === 'relaxed' && !hasFusedMultiplyAdd())) continue;
  let began = performance.now();
  const engine = EngineModule.now(bytes);
  const compiled = milliseconds(began);
  began = performance.now();
  const synth = engine.call('kolophon_create', 48000), place = engine.allocate(2 * 4 * 128);
  console.log(`  compiled in ${compiled} ms, synth in ${milliseconds(began)} ms, ${engine.memory.buffer.byteLength / 1e6} MB of memory`);
  engine.withText(new TextEncoder().encode('First Light'), (text) => {
    const start = performance.now();
    engine.call('kolophon_load_preset', synth, text);
    console.log(`  sound loaded in ${milliseconds(start)} ms`);
  });
  for (const voices of [1, 8]) {
    engine.call('kolophon_reset', synth);
    for (let voice = 0; voice < voices; ++voice) engine.call('kolophon_note_on', synth, 0, 0, 57 + 2 * voice, 0.63);
    const blocks = (seconds) => Math.round((seconds * 48000) / 128);
    const play = (count) => {
      for (let n = 0; n < count; ++n) engine.call('kolophon_render_float', synth, place, place + 512, 128);
    };
    play(blocks(2)); // compilers warm up
    const before = process.cpuUsage().user;
    play(blocks(10));
    console.log(`  First Light, ${voices} voices: ${((process.cpuUsage().user - before) / 1e5).toFixed(1)} % of real time`);
  }
}
