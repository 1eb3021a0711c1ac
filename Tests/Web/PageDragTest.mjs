// SPDX-License-Identifier: GPL-3.0-or-later
// PageDragTest.mjs SITE: "faster is louder", the page's first sentence: six decibels for each doubling of a drag's speed.
import { readFileSync } from 'node:fs';
import { browser, Checks, open, samplesOf, serve, site } from './PageKit.mjs';

const folder = site(),
  checks = new Checks(),
  chromium = await browser(),
  server = await serve(folder);
const heard = 2.5; // [s] of the end of a recording

/** Notes in the page, frame by frame: time of the sound [s] and of the page [ms], speed of the drag as the Stage takes it [px/s], and the
 *  contact; and where the pointer has come to, when. */
function watch() {
  const { session, stage } = window.kolophon;
  const look = () => {
    requestAnimationFrame(look);
    const [finger] = stage.hand.fingers.values(),
      dot = window.kolophon.picture?.voices.find(({ sounds, held }) => sounds && held);
    if (finger && dot) window.seen.push({ time: session.context.currentTime, now: performance.now(), speed: finger.speed, place: finger.position, position: dot.position });
  };
  window.seen = [];
  window.moves = [];
  addEventListener('pointermove', ({ timeStamp, clientY }) => window.moves.push({ now: timeStamp, y: clientY }), true);
  look();
}

/** Drags up and down on the string at a speed [px/s], at one place, and records it. */
async function drag(view, wanted) {
  const box = await view.locator('.stage-area').boundingBox();
  const x = box.x + 0.17 * box.width,
    middle = box.y + 0.5 * box.height,
    reach = 0.12 * box.height; // as far as the pressure may change
  const yAt = (path) => {
    const turn = (path / (4 * reach)) % 1; // to and fro in straight lines
    return middle + reach * (turn < 0.25 ? 4 * turn : turn < 0.75 ? 2 - 4 * turn : 4 * turn - 4);
  };
  await view.getByRole('button', { name: 'Record', exact: true }).click();
  await view.waitForFunction(() => window.kolophon.recorder.isRecording);
  await view.mouse.move(x, middle);
  await view.evaluate(() => (window.seen.length = window.moves.length = 0));
  await view.mouse.down();
  const begin = performance.now();
  for (let now = begin; now < begin + 5000; now = performance.now()) await view.mouse.move(x, yAt((wanted * (now - begin)) / 1000));
  const { seen, moves } = await view.evaluate(() => ({ seen: window.seen, moves: window.moves }));
  const [download] = await Promise.all([
    view.waitForEvent('download'),
    view.getByRole('button', { name: 'Stop recording' }).dispatchEvent('click'),
  ]);
  await view.mouse.up();
  await view.waitForFunction(() => window.kolophon.session.engine.meters.voices === 0);
  const { rate, channels } = samplesOf(new Uint8Array(readFileSync(await download.path())));
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const level = 10 * Math.log10(mean(channels.map((samples) => mean(samples.subarray(-Math.round(heard * rate)).map((sample) => sample * sample)))));
  // Of a drag that stumbles, on a busy machine, the power is that of its speeds.
  const late = seen.filter(({ time }) => time > seen.at(-1).time - heard),
    median = (list) => list.sort((p, q) => p - q)[list.length >> 1];
  // Where the pointer is told of only now and then, as on a busy machine, the Stage lets the bow rest between: PageUnitTest has the times.
  // Here its speed is compared with the way of the last 0.1 s in frames just after a move.
  const sum = (list, of) => list.slice(1).reduce((all, one, i) => all + of(one, list[i]), 0),
    pairs = seen.flatMap(({ now, speed }) => {
      const way = moves.filter((move) => move.now > now - 100 && move.now <= now);
      if (way.length < 2 || way.at(-1).now < now - 40) return [];
      return [{ taken: speed, dragged: (1000 * sum(way, (one, before) => Math.abs(one.y - before.y))) / (way.at(-1).now - way[0].now) }];
    });
  return {
    wanted,
    frames: pairs.length,
    dragged: mean(pairs.map(({ dragged }) => dragged)), // [px/s]
    taken: mean(pairs.map(({ taken }) => taken)),
    speed: Math.sqrt(mean(late.map(({ speed }) => speed * speed))),
    level,
    place: median(late.map(({ place }) => place)),
    position: median(late.map(({ position }) => position)),
  };
}

await checks.part('faster is louder', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true });
  const { view, said } = await open(context, server.address);
  const hint = await view.locator('.hint').textContent();
  checks.check(/faster is louder/.test(hint), 'the page says so', hint);
  await view.locator('header h1').click();
  await view.evaluate(() => window.kolophon.session.start());
  await view.evaluate(watch);
  const drags = [];
  for (const speed of [40, 80, 160, 320, 640]) drags.push(await drag(view, speed));
  for (const [i, fast] of drags.entries()) {
    console.log(`${fast.dragged.toFixed(0)} px/s, taken for ${fast.taken.toFixed(0)} (${fast.frames} frames): ${fast.level.toFixed(1)} dB at ${fast.position.toFixed(3)}`);
    if (fast.frames >= 10) checks.check(Math.abs(fast.taken / fast.dragged - 1) < 0.15, `the Stage takes ${fast.dragged.toFixed(0)} px/s for what it is`, fast.taken);
    checks.check(Math.abs(fast.position / fast.place - 1) < 0.15, 'the bow is where the finger is, to within what strokes differ by', [fast.place, fast.position]);
    if (i === 0) continue;
    const slow = drags[i - 1],
      expected = 20 * Math.log10(fast.speed / slow.speed),
      louder = fast.level - slow.level;
    checks.check(Math.abs(louder - expected) < 2, `${slow.speed.toFixed(0)} to ${fast.speed.toFixed(0)} px/s is ${expected.toFixed(1)} dB louder`, `${louder.toFixed(2)} dB`);
    checks.equal(fast.place, slow.place, 'at the same place');
  }
  checks.check(drags.at(-1).speed > 4 * drags[0].speed, 'the drags differ', drags.map(({ speed }) => speed));
  checks.equal(said, [], 'the console is empty');
  await context.close();
});

await server.close();
await chromium.close();
checks.end();
