// SPDX-License-Identifier: GPL-3.0-or-later
// PageBudget.mjs SITE [--minutes N]: what the page costs, in Chromium, on this machine. Scripts/web-budget runs it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { browser, open, serve, site } from './PageKit.mjs';

const folder = site(),
  minutes = Number(process.argv[process.argv.indexOf('--minutes') + 1] || 1) || 1;
const chromium = await browser();
let over = 0;
function row(what, value, limit, unit, isAtLeast = false) {
  const holds = isAtLeast ? value >= limit : value <= limit;
  if (!holds) over += 1;
  console.log(
    `${holds ? '✓' : '✗'} ${what.padEnd(62)} ${value.toFixed(value < 10 ? 2 : 0).padStart(8)} ${unit.padEnd(4)} ${isAtLeast ? 'at least' : 'at most'} ${limit}`,
  );
}

// Bytes of a first visit, compressed as servers do. Scripts beside the modules are for pages that are opened as files.
const compressed = (names) =>
  names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0) / 1e6;
// A browser fetches one of the two modules of the instrument, and that of the laboratory when it is asked for.
const first = [
  'index.html',
  'page.js',
  'page.css',
  'Inter-Regular.otf',
  'Inter-SemiBold.otf',
  'icon.svg',
  'kolophon.relaxed.wasm',
];
row('a visit, compressed: 10 s at 1.6 Mbit/s', compressed(first), 2, 'MB');
row('with laboratory and map, compressed', compressed([...first, 'kolophon.lab.wasm']), 2.8, 'MB');

/** Time from the request of the page, with the press as early as it is possible, to the first sound. */
async function firstSound(server, context) {
  const view = await context.newPage();
  const begin = Date.now();
  await view.goto(server.address);
  await view.waitForSelector('html[data-ready]', { timeout: 60000 });
  const box = await view.locator('.stage-area').boundingBox();
  await view.mouse.move(box.x + 0.2 * box.width, box.y + 0.5 * box.height);
  await view.mouse.down();
  await view.waitForFunction(() => (window.kolophon.session.engine?.meters.peakLeft ?? 0) > 0.003, null, {
    polling: 10,
    timeout: 60000,
  });
  const seconds = (Date.now() - begin) / 1000;
  await view.mouse.up();
  await view.close();
  return seconds;
}

const server = await serve(folder);
{
  const context = await chromium.newContext();
  await firstSound(server, context);
  row('warm load to the first sound', await firstSound(server, context), 2, 's');
  await context.close();
}
{
  // 10 Mbit/s for the compressed bytes, one file after the other.
  let line = Promise.resolve();
  const slow = await serve(
    folder,
    (name, bytes) =>
      (line = line.then(() => new Promise((resolve) => setTimeout(resolve, (gzipSync(bytes).length * 8) / 1e4)))),
  );
  const context = await chromium.newContext({ serviceWorkers: 'block' });
  row('first load at 10 Mbit/s to the first sound', await firstSound(slow, context), 5, 's');
  await context.close();
  await slow.close();
}

// Eight voices of First Light, with all pictures.
const context = await chromium.newContext({ viewport: { width: 1440, height: 900 } });
const { view } = await open(context, server.address);
await view.locator('.stage-area').click();
await view.waitForFunction(() => window.kolophon.session.engine !== null);
const measure = (seconds) =>
  view.evaluate(async (length) => {
    const { session } = window.kolophon,
      { engine } = session;
    const keys = [55, 57, 59, 60, 62, 64, 66, 67],
      before = engine.meters.missedQuanta;
    const notes = keys.map((key) => session.noteOn(key, 0.7));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const loads = [];
    let frames = 0,
      slow = 0,
      voices = 0,
      last = performance.now();
    const begin = last;
    await new Promise((resolve) => {
      const frame = (now) => {
        frames += 1;
        if (now - last > 40) slow += 1;
        last = now;
        loads.push(engine.meters.load);
        voices = Math.max(voices, engine.meters.voices);
        if (now - begin < 1000 * length) requestAnimationFrame(frame);
        else resolve();
      };
      requestAnimationFrame(frame);
    });
    for (const note of notes) session.noteOff(note);
    return {
      load: loads.reduce((sum, load) => sum + load, 0) / loads.length,
      rate: (1000 * frames) / (last - begin),
      slow,
      voices,
      missed: engine.meters.missedQuanta - before,
      memory: engine.meters.memoryBytes,
    };
  }, seconds);

const eight = await measure(8);
row('eight voices of First Light, of real time', 100 * eight.load, 50, '%');
row('frames per second with all pictures', eight.rate, 58, '', true);
row('missed quanta in 8 s', eight.missed, 0, '');
row('voices that sounded', eight.voices, 8, '', true);

const client = await context.newCDPSession(view);
await client.send('Performance.enable');
const heap = async () => {
  await client.send('HeapProfiler.collectGarbage');
  return (
    (await client.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'JSHeapUsedSize').value / 1e6
  );
};
const memory = eight.memory,
  heapBefore = await heap();
let missed = 0;
for (let i = 0; i < minutes * 3; ++i) missed += (await measure(18)).missed;
const late = await measure(1);
row(`missed quanta in ${minutes} min of playing`, missed, 0, '');
row(`growth of the engine's memory in ${minutes} min`, (late.memory - memory) / 1e6, 0, 'MB');
row(`growth of the page's heap in ${minutes} min`, (await heap()) - heapBefore, 3, 'MB');

await context.close();
await server.close();
await chromium.close();
process.exit(over > 0 ? 1 : 0);
