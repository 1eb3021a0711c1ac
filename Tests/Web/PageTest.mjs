// SPDX-License-Identifier: GPL-3.0-or-later
// PageTest.mjs SITE: the page in Chromium, as a player has it: opened as a file, and from a server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bitsOf, browser, Checks, fileAddress, open, pitchOf, referenceBits, root, samplesOf, serve, site } from './PageKit.mjs';

const folder = site(),
  checks = new Checks(),
  chromium = await browser();

/** Presses on the Stage and drags to and fro, some seconds by the clock of the sound, and until it is enough. The clock says
    where the pointer is: a busy machine moves it less often, not more slowly. */
async function bow(view, seconds, { across = 0.2, down = 0.5, drags = true, isEnough = async () => true } = {}) {
  const box = await view.locator('.stage-area').boundingBox();
  const x = box.x + across * box.width,
    y = box.y + down * box.height;
  await view.mouse.move(x, y);
  await view.mouse.down();
  await view.waitForFunction(() => window.kolophon.session.engine !== null, null);
  const begin = await clock(view);
  for (let i = 0, time = 0; i < 3000 && (time < seconds || !(await isEnough())); ++i) {
    if (drags) await view.mouse.move(x + 4 * Math.sin(8 * time), y + 30 * Math.sin(8 * time));
    else await view.waitForTimeout(50);
    time = (await clock(view)) - begin;
  }
}
const clock = (view) => view.evaluate(() => window.kolophon.session.context.currentTime);
const voices = (view) => view.evaluate(() => window.kolophon.session.engine.meters?.voices ?? 0);
const until = (view, what, argument = null) => view.waitForFunction(what, argument);
const sounds = () => {
  const { meters } = window.kolophon.session.engine ?? {};
  return Math.max(meters?.peakLeft ?? 0, meters?.peakRight ?? 0) > 0.01;
};

/** Records while `play` runs, by the page's own button; the WAV file that it offers. */
async function record(view, play) {
  await view.getByRole('button', { name: 'Record' }).click();
  await until(view, () => window.kolophon.recorder.isRecording);
  await play();
  const [download] = await Promise.all([
    view.waitForEvent('download'),
    view.getByRole('button', { name: 'Stop recording' }).click(),
  ]);
  return samplesOf(new Uint8Array(readFileSync(await download.path())));
}

const cents = (frequency, nominal) => 1200 * Math.log2(frequency / nominal);

/** Everything at once: one visit, as file or from the server. */
async function visit(address, name) {
  const context = await chromium.newContext({ acceptDownloads: true, viewport: { width: 1280, height: 800 } });
  const { view, said, foreign } = await open(context, address);
  checks.check(await view.locator('.hint strong').isVisible(), `${name}: a stranger is told what to do`);
  let isHeard = false,
    isTold = false;
  const tells = () => document.querySelector('.stage-words').textContent.includes('per period');
  const isEnough = async () => {
    isHeard ||= await view.evaluate(sounds);
    isTold ||= await view.evaluate(tells);
    return isHeard && isTold;
  };
  await bow(view, 0.8, { isEnough });
  checks.check(isHeard, `${name}: it sounds when it is bowed`);
  checks.check(isTold, `${name}: the Stage tells how it slips`);
  await view.mouse.up();
  await until(view, () => window.kolophon.session.engine.meters.voices === 0).catch(() => {});
  checks.equal(await voices(view), 0, `${name}: lifted, it falls silent`);

  // A4 within 2 cents, out of a recording. A plain string with a steady hand: nothing that moves the pitch on purpose.
  await view.evaluate(() => window.kolophon.session.loadPreset('Plain String'));
  await view.evaluate(() => window.kolophon.session.set('voice.humanise', 0));
  const tone = await record(view, async () => {
    await view.keyboard.down('h');
    await view.waitForTimeout(200);
    const begin = await clock(view);
    await until(view, (end) => window.kolophon.session.context.currentTime > end, begin + 2.2);
    await view.keyboard.up('h');
  });
  // Held for 2.2 s by the clock of the sound; the recording began some time before.
  const onset = tone.channels[0].findIndex((sample) => Math.abs(sample) > 0.005);
  const middle = tone.channels[0].subarray(onset + Math.round(0.8 * tone.rate), onset + Math.round(1.8 * tone.rate));
  const peak = middle.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  checks.check(peak > 0.02 && peak <= 1, `${name}: the recording has a tone`, peak);
  const pitch = pitchOf(middle, tone.rate, 440);
  checks.check(Math.abs(cents(pitch, 440)) < 2, `${name}: A4 is in tune`, `${cents(pitch, 440).toFixed(2)} cents`);
  checks.equal(said, [], `${name}: the console is empty`);
  checks.equal(foreign, [], `${name}: nothing is fetched from elsewhere`);
  return { context, view, said };
}

await checks.part('as a file', async () => {
  const { context } = await visit(fileAddress(folder), 'as a file');
  await context.close();
});

const server = await serve(folder);
await checks.part('from a server', async () => {
  const { context, view, said } = await visit(server.address, 'from a server');

  // The bits of the native engine.
  await checks.part('bits', async () => {
    const isFused = (await view.evaluate(() => window.kolophon.session.engine.instructionSet)).includes('relaxed');
    for (const [count, bits] of referenceBits(isFused))
      checks.equal(await view.evaluate(bitsOf, count), bits, `bits of ${count} voices`);
  });

  // Another law while it sounds: no click. The largest second difference near a change is like those before it.
  await checks.part('laws', async () => {
    await view.evaluate(() => window.kolophon.session.loadPreset('Plain String'));
    await view.getByRole('button', { name: 'A|B', exact: true }).click();
    checks.check(
      await view.evaluate(
        () => window.kolophon.session.get('contact.law') !== window.kolophon.session.get('contact_b.law'),
      ),
      'A|B compares two different laws',
    );
    const changes = [];
    const take = await record(view, async () => {
      await view.keyboard.down('a');
      const begin = await clock(view);
      for (let i = 1; i <= 4; ++i) {
        await until(view, (end) => window.kolophon.session.context.currentTime > end, begin + 0.5 + 0.4 * i);
        changes.push(await view.evaluate(() => window.kolophon.recorder.seconds));
        await view.keyboard.press('b');
        changes.push(await view.evaluate(() => window.kolophon.recorder.seconds));
      }
      await view.waitForTimeout(400);
      await view.keyboard.up('a');
    });
    const sound = take.channels[0],
      size = Math.round(0.02 * take.rate);
    const jumps = []; // largest second difference of each 20 ms
    const begun = sound.findIndex((sample) => Math.abs(sample) > 0.005) + Math.round(0.5 * take.rate);
    const ended = sound.findLastIndex((sample) => Math.abs(sample) > 0.005) - Math.round(0.4 * take.rate);
    for (let at = begun; at + size < ended; at += size) {
      let most = 0;
      for (let i = at; i < at + size; ++i)
        most = Math.max(most, Math.abs(sound[i] - 2 * sound[i - 1] + sound[i - 2]));
      jumps.push(most);
    }
    const usual = [...jumps].sort((a, b) => a - b)[Math.floor(0.9 * jumps.length)];
    checks.check(
      jumps.length > 60 && Math.max(...jumps) < 4 * usual,
      'no click when the law changes',
      `${Math.max(...jumps)} beside ${usual} usually`,
    );
    await view.keyboard.press('Escape');
    await view.getByRole('button', { name: 'A|B', exact: true }).click();
  });

  await checks.part('files', async () => {
    const performance = readFileSync(join(root, 'Tests/Web/two-notes.performance'));
    await view
      .locator('input[type=file]')
      .setInputFiles({ name: 'two-notes.performance', mimeType: 'application/json', buffer: performance });
    await until(view, () => window.kolophon.session.isPerforming);
    await until(view, sounds);
    checks.check(await view.getByText('Playing a performance').isVisible(), 'a performance plays');
    // The engine answers when it has stopped; by itself the performance would end after 120 s.
    const stopped = await clock(view);
    await view.getByRole('button', { name: 'Stop', exact: true }).click();
    await until(view, () => !window.kolophon.session.isPerforming);
    checks.check((await clock(view)) - stopped < 60, 'and stops');
    checks.check(!(await view.getByText('Playing a performance').isVisible()), 'and no longer says that it plays');
    await view
      .locator('input[type=file]')
      .setInputFiles({
        name: 'nonsense.json',
        mimeType: 'application/json',
        buffer: Buffer.from('{"format": "kolophon-preset", "version": 4, "parameters": {"hand.speed": "fast"'),
      });
    await until(view, () => document.getElementById('announcement')?.classList.contains('error'));
    checks.check(
      (await view.locator('#announcement').textContent()).startsWith('nonsense.json: '),
      'a damaged file is refused with a sentence',
    );
  });
  checks.equal(said, [], 'the console is still empty');

  // Without a network, from what the browser has kept.
  await checks.part('offline', async () => {
    await view.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
    await view.reload();
    await view.waitForSelector('html[data-ready]');
    await context.setOffline(true);
    await view.reload();
    await view.waitForSelector('html[data-ready]');
    let isHeard = false;
    await bow(view, 0.3, { isEnough: async () => (isHeard ||= await view.evaluate(sounds)) });
    checks.check(isHeard, 'it sounds without a network');
    await view.mouse.up();
    await context.setOffline(false);
  });
  await context.close();
});

// Fingers: each is a voice, and the second does not slur into the first.
await checks.part('fingers', async () => {
  const context = await chromium.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { view, said } = await open(context, server.address);
  await view.locator('.stage-area').tap();
  await until(view, () => window.kolophon.session.engine !== null);
  const box = await view.locator('.stage-area').boundingBox();
  const client = await context.newCDPSession(view);
  const points = (step) =>
    [0.15, 0.3].map((across, id) => ({
      id,
      x: box.x + across * box.width + 3 * Math.sin(step),
      y: box.y + 0.5 * box.height + 40 * Math.sin(step),
    }));
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0).slice(0, 1) });
  await view.waitForTimeout(150);
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0) });
  let most = 0;
  for (let i = 1; i < 1000 && most < 2; ++i) {
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(i / 2) });
    await view.waitForTimeout(30);
    most = Math.max(most, await voices(view));
  }
  checks.equal(most, 2, 'two fingers are two voices');
  checks.equal(await view.evaluate(() => window.kolophon.stage.hand.fingers.size), 2, 'the Stage knows two fingers');
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  checks.equal(await view.evaluate(() => window.kolophon.stage.hand.fingers.size), 0, 'lifted fingers are gone');
  checks.equal(said, [], 'on a phone, the console is empty');
  await context.close();
});

// Without a mouse: Tab to the Stage, Space to bow, letters for notes.
await checks.part('keyboard', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const { view } = await open(context, server.address);
  for (
    let i = 0;
    i < 12 && !(await view.evaluate(() => document.activeElement?.classList.contains('stage-area')));
    ++i
  )
    await view.keyboard.press('Tab');
  await view.keyboard.press('Space');
  await until(view, () => window.kolophon.session.engine !== null);
  checks.check(await until(view, sounds).then(() => true), 'Space bows');
  const before = await view.evaluate(() => window.kolophon.stage.hand.fingers.get(-1).position);
  await view.keyboard.press('ArrowRight');
  checks.check(
    (await view.evaluate(() => window.kolophon.stage.hand.fingers.get(-1).position)) > before,
    'an arrow moves the bow',
  );
  await view.keyboard.press('Space');
  checks.equal(await view.evaluate(() => window.kolophon.stage.hand.fingers.size), 0, 'Space stops');
  await view.keyboard.press('b');
  checks.check(await view.evaluate(() => window.kolophon.session.get('compare.on') === 1), 'B compares laws');
  await context.close();
});

await server.close();
await chromium.close();
checks.end();
