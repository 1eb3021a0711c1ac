// SPDX-License-Identifier: GPL-3.0-or-later
// PageSafetyTest.mjs SITE: sounds in links, made by the page and made by others; the policy of the page.
import { deflateRawSync } from 'node:zlib';
import { browser, Checks, open, serve, site } from './PageKit.mjs';

const folder = site(),
  checks = new Checks(),
  chromium = await browser(),
  server = await serve(folder);
const context = await chromium.newContext({ viewport: { width: 1280, height: 800 } });
const linkOf = (text) => `sound=${deflateRawSync(Buffer.from(text)).toString('base64url')}`;
const state = (view) =>
  view.evaluate(() => ({ name: window.kolophon.session.name, speed: window.kolophon.session.get('hand.speed') }));

await checks.part('sharing', async () => {
  const { view, said } = await open(context, server.address);
  await view.evaluate(() => window.kolophon.session.loadPreset('Glass Rim'));
  await view.evaluate(() => window.kolophon.session.set('hand.speed', 0.123));
  await view.getByRole('button', { name: 'Share this sound as a link' }).click();
  await view.waitForFunction(() => location.hash.startsWith('#sound='));
  const link = await view.evaluate(() => location.href);
  checks.check(link.length < 8000, 'a link is short', link.length);
  const other = await open(context, link);
  await other.view.locator('.stage-area').click();
  await other.view
    .waitForFunction(() => window.kolophon.session.name === 'Glass Rim', null)
    .catch(() => {});
  checks.equal(await state(other.view), { name: 'Glass Rim', speed: 0.123 }, 'a link brings the sound');
  checks.equal([...said, ...other.said], [], 'and says nothing on the console');
  checks.check(!server.asked.some((name) => name.includes('sound')), 'no server sees it');
  await view.close();
  await other.view.close();
});

const bomb = `{"format": "kolophon-preset", "notes": "${' '.repeat(50_000_000)}"}`;
const hostile = {
  'not base64': 'sound=!!!!',
  'not compressed': `sound=${Buffer.from('nothing of the kind').toString('base64url')}`,
  'too long': `sound=${'A'.repeat(2_000_000)}`,
  'a bomb': linkOf(bomb),
  'not UTF-8': `sound=${deflateRawSync(Buffer.from([0xff, 0xfe, 0x80])).toString('base64url')}`,
  'not JSON': linkOf('hello'),
  'no sound': linkOf('[1, 2, 3]'),
  deep: linkOf('['.repeat(50_000)),
  markup: linkOf(
    '{"format": "kolophon-preset", "version": 4, "name": "<img src=x onerror=alert(1)>", "parameters": {"hand.speed": 1e999}}',
  ),
  'another kind': linkOf('{"format": "<script>alert(1)</script>", "version": 99}'),
};
for (const [name, fragment] of Object.entries(hostile))
  await checks.part(name, async () => {
    const { view, said } = await open(context, `${server.address}#${fragment}`);
    await view.locator('.stage-area').click();
    await view.waitForFunction(() => window.kolophon.session.engine !== null, null);
    await view
      .waitForFunction(() => document.getElementById('announcement')?.textContent.length > 10, null)
      .catch(() => {});
    await view.waitForTimeout(300); // for what would come after the sentence
    checks.equal(said, [], `${name}: the console is empty`);
    const is = await state(view);
    checks.check(name === 'markup' || is.name === 'First Light', `${name}: the sound stays`, is);
    checks.check(Number.isFinite(is.speed) && is.speed <= 3, `${name}: knobs are within their ranges`, is);
    checks.check((await view.locator('#announcement').textContent()).length > 10, `${name}: a sentence says so`);
    checks.equal(await view.locator('img, script:not([src="page.js"])').count(), 0, `${name}: no markup came in`);
    await view.close();
  });

await checks.part('policy', async () => {
  const { view } = await open(context, server.address);
  const refused = await view.evaluate(async () => {
    const tries = {
      elsewhere: () => fetch('https://example.com/'),
      eval: () => new Function('return 1')(),
      data: () => import('data:text/javascript,1'),
    };
    const results = {};
    await new Promise((resolve) => setTimeout(resolve)); // the debugger's own call may evaluate
    for (const [name, run] of Object.entries(tries))
      results[name] = await Promise.resolve()
        .then(run)
        .then(
          () => 'allowed',
          () => 'refused',
        );
    return results;
  });
  checks.equal(
    refused,
    { elsewhere: 'refused', eval: 'refused', data: 'refused' },
    'the policy refuses what the page does not need',
  );
  await view.close();
});

await context.close();
await server.close();
await chromium.close();
checks.end();
