// SPDX-License-Identifier: GPL-3.0-or-later
// PageDragTest.mjs SITE: "faster is louder", the page's first sentence: six decibels for each doubling of a drag's speed.
import { readFileSync } from 'node:fs';
import { browser, Checks, open, samplesOf, serve, site } from './PageKit.mjs';

const folder = site(),
  checks = new Checks(),
  chromium = await browser(),
  server = await serve(folder);
const heard = 2.5; // [s] of the end of a recording

/** Notes in the page, frame by frame: time of the sound [s], speed of the drag as the Stage takes it [px/s], and the contact. */
function watch() {
  const { session, stage } = window.kolophon;
  const look = () => {
    requestAnimationFrame(look);
    const [finger] = stage.hand.fingers.values(),
      dot = window.kolophon.picture?.voices.find(({ sounds, held }) => sounds && held);
    if (finger && dot) window.seen.push({ time: session.context.currentTime, speed: finger.speed, place: finger.position, position: dot.position });
  };
  window.seen = [];
  look();
}

const frame = 25, // [ms] of the page's clock, which stands still between: the machine may take as long as it likes
  reach = 64; // [px] up and down from the middle

/** Drags up and down on the string at a speed [px/s] of whole pixels per frame, at one place, and records it. */
async function drag(view, wanted) {
  const box = await view.locator('.stage-area').boundingBox();
  const x = Math.round(box.x + 0.17 * box.width),
    middle = Math.round(box.y + 0.5 * box.height);
  const yAt = (path) => {
    const turn = (path / (4 * reach)) % 1; // to and fro in straight lines
    return middle + reach * (turn < 0.25 ? 4 * turn : turn < 0.75 ? 2 - 4 * turn : 4 * turn - 4);
  };
  const clock = () => view.evaluate(() => window.kolophon.session.context.currentTime);
  await view.getByRole('button', { name: 'Record', exact: true }).click();
  await view.waitForFunction(() => window.kolophon.recorder.isRecording);
  await view.mouse.move(x, middle);
  await view.evaluate(() => (window.seen.length = 0));
  await view.mouse.down();
  const begin = await clock();
  for (let i = 1; (await clock()) < begin + 5; ++i) {
    await view.clock.runFor(frame);
    await view.mouse.move(x, yAt((i * wanted * frame) / 1000));
  }
  const seen = await view.evaluate(() => window.seen);
  const [download] = await Promise.all([
    view.waitForEvent('download'),
    view.getByRole('button', { name: 'Stop recording' }).dispatchEvent('click'),
  ]);
  await view.mouse.up();
  await view.waitForFunction(() => window.kolophon.session.engine.meters.voices === 0);
  const { rate, channels } = samplesOf(new Uint8Array(readFileSync(await download.path())));
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const level = 10 * Math.log10(mean(channels.map((samples) => mean(samples.subarray(-Math.round(heard * rate)).map((sample) => sample * sample)))));
  const late = seen.filter(({ time }) => time > seen.at(-1).time - heard),
    median = (list) => list.sort((p, q) => p - q)[list.length >> 1];
  return {
    wanted,
    speeds: late.map(({ speed }) => speed), // [px/s]
    level,
    place: median(late.map(({ place }) => place)),
    position: median(late.map(({ position }) => position)),
  };
}

await checks.part('faster is louder', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true });
  const tab = await context.newPage();
  await tab.clock.install({ time: 0 });
  const { view, said } = await open(context, server.address, tab);
  const hint = await view.locator('.hint').textContent();
  checks.check(/faster is louder/.test(hint), 'the page says so', hint);
  await view.locator('header h1').click();
  await view.evaluate(() => window.kolophon.session.start());
  await view.evaluate(watch);
  await view.clock.pauseAt(3_600_000);
  const drags = [];
  for (const speed of [40, 80, 160, 320, 640]) drags.push(await drag(view, speed));
  for (const [i, fast] of drags.entries()) {
    const { speeds, wanted } = fast;
    console.log(`${wanted} px/s in ${speeds.length} frames: ${fast.level.toFixed(1)} dB at ${fast.position.toFixed(3)}`);
    checks.check(speeds.length > 0 && speeds.every((speed) => Math.abs(speed - wanted) < 1e-6 * wanted), `the Stage takes ${wanted} px/s for what it is`, [
      Math.min(...speeds), Math.max(...speeds),
    ]);
    checks.check(Math.abs(fast.position / fast.place - 1) < 0.15, 'the bow is where the finger is, to within what strokes differ by', [fast.place, fast.position]);
    if (i === 0) continue;
    const louder = fast.level - drags[i - 1].level;
    checks.check(Math.abs(louder - 20 * Math.log10(2)) < 2, `${wanted} px/s are 6 dB louder than half of it`, `${louder.toFixed(2)} dB`);
    checks.equal(fast.place, drags[i - 1].place, 'at the same place');
  }
  checks.equal(said, [], 'the console is empty');
  await context.close();
});

await server.close();
await chromium.close();
checks.end();
