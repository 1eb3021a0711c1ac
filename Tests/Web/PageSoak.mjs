// SPDX-License-Identifier: GPL-3.0-or-later
// PageSoak.mjs SITE chromium|firefox [MINUTES] [SEED]: somebody plays the page for long. Strokes with the mouse, keys, presets; each minute the
// sound is saved and loaded, and the books and the memory of the browser's processes are looked at.
import { readdirSync, readFileSync } from 'node:fs';
import { browser, Checks, firefoxWithSound, serve, site } from './PageKit.mjs';

const folder = site(),
  [, , , which, minutes = 10, seed = 1] = process.argv,
  checks = new Checks(),
  program = await (which === 'firefox' ? firefoxWithSound() : browser()),
  server = await serve(folder),
  view = await program.newPage(),
  said = [],
  rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let state = Number(seed);
const dice = (count) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32) * count;

/** [MB] of the browser's processes: what they share is divided among them. */
function memory() {
  const parents = new Map(),
    sizes = new Map();
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      parents.set(id, readFileSync(`/proc/${id}/stat`, 'utf8').replace(/^.*\) \S /s, '').split(' ')[0]);
      sizes.set(id, Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))[1]) / 1000);
    } catch {
      // has ended, or is the system's
    }
  const isOurs = (id) => id === String(process.pid) || (parents.has(id) && isOurs(parents.get(id)));
  return [...sizes].filter(([id]) => id !== String(process.pid) && isOurs(id)).reduce((sum, [, size]) => sum + size, 0);
}

view.on('console', (message) => said.push(message.text()));
view.on('pageerror', (error) => said.push(error.stack));
await view.goto(server.address);
await view.waitForSelector('html[data-ready]');
const box = await (await view.$('.stage-area')).boundingBox(),
  place = () => [box.x + (0.1 + dice(0.6)) * box.width, box.y + (0.3 + dice(0.4)) * box.height],
  presets = await view.evaluate(() => window.kolophon.session.catalogue.presets.map((preset) => preset.name ?? preset));
const used = [];
for (let minute = 0; minute < minutes; ++minute) {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    await view.mouse.move(...place());
    await view.mouse.down();
    for (let n = dice(20); n > 0; --n) await view.mouse.move(...place(), { steps: 4 });
    await view.mouse.up();
    const key = 36 + Math.floor(dice(48));
    await view.evaluate((note) => window.kolophon.session.engine?.midi(Uint8Array.of(0x90, note, 90)), key);
    await rest(dice(400));
    await view.evaluate((note) => window.kolophon.session.engine?.midi(Uint8Array.of(0x80, note, 64)), key);
    if (dice(8) < 1) await view.evaluate((name) => window.kolophon.session.loadPreset(name), presets[Math.floor(dice(presets.length))]);
  }
  const { saved, again, ledger, seconds } = await view.evaluate(async () => {
    const { session } = window.kolophon,
      saved = session.toJson();
    await session.loadJson(saved);
    return { saved, again: session.toJson(), ledger: session.engine.meters.ledger, seconds: session.context.currentTime };
  });
  checks.equal(again, saved, 'the sound that is loaded is the one that was saved');
  checks.check(ledger.relativeResidual <= 1e-13, 'the books close', ledger.relativeResidual);
  checks.equal(ledger.energyCreated, 0, 'no energy is created');
  used.push(memory());
  console.log(`${minute + 1} min, ${seconds.toFixed(0)} s of sound, ${used.at(-1).toFixed(0)} MB, residual ${ledger.relativeResidual}`);
}
checks.equal(said, [], 'the console is empty');
await program.close();
await server.close();
checks.end();
