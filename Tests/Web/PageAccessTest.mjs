// SPDX-License-Identifier: GPL-3.0-or-later
// PageAccessTest.mjs SITE: axe-core finds nothing in any view, light or dark, on a phone or a desktop; names, sizes, order.
import { readFileSync } from 'node:fs';
import { browser, Checks, open, packageFile, serve, site } from './PageKit.mjs';

const folder = site(),
  checks = new Checks(),
  chromium = await browser(),
  server = await serve(folder);
const axe = readFileSync(packageFile('axe-core/axe.min.js'), 'utf8');

async function look(view, name) {
  await view.waitForTimeout(400); // for colours on their way
  const found = await view.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(' ')} ${node.any.map((each) => each.message).join(' ')}`)
          .join(' | ')}`,
    );
  });
  checks.equal(found, [], `${name}: axe-core`);
}

for (const [size, width, height] of [
  ['phone', 390, 844],
  ['desktop', 1366, 768],
])
  for (const colorScheme of ['dark', 'light'])
    await checks.part(`${size}, ${colorScheme}`, async () => {
      const context = await chromium.newContext({ viewport: { width, height }, colorScheme });
      const { view, said } = await open(context, server.address);
      // The page's policy lets no script in but its own: this one comes by the debugger's door.
      const client = await context.newCDPSession(view);
      await client.send('Runtime.evaluate', { expression: axe });
      const name = `${size}, ${colorScheme}`;
      await look(view, `${name}, first view`);
      const overflow = await view.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      checks.equal(overflow, 0, `${name}: nothing is wider than the window`);
      // Sheets and panels in one of the two: colours are the same in all of them.
      if ((size === 'phone') !== (colorScheme === 'dark')) {
        checks.equal(said, [], `${name}: the console is empty`);
        return context.close();
      }
      const pressed = (label) => view.getByRole('button', { name: label, exact: true });
      for (const details of await view.locator('details.group').all())
        await details.evaluate((element) => element.setAttribute('open', ''));
      await look(view, `${name}, all knobs`);
      if (size === 'phone') {
        await pressed('Pictures').click();
        await look(view, `${name}, pictures`);
        await pressed('Sound').click();
      }
      await view.locator('.preset-button').click();
      await view.keyboard.type('glass');
      checks.check((await view.locator('.preset').count()) >= 3, `${name}: the search finds glasses`);
      await look(view, `${name}, presets`);
      await view.keyboard.press('ArrowDown');
      await view.keyboard.press('Enter');
      await view.waitForFunction(() => window.kolophon.session.name !== 'First Light');
      await view.keyboard.press('Escape');
      for (const chooser of [0, 1]) {
        await view.locator('.chooser').nth(chooser).click();
        checks.equal(
          await view.locator('dialog[open] .choice').count(),
          16,
          `${name}: sixteen pictures to choose from`,
        );
        await look(view, `${name}, choices ${chooser}`);
        await view.locator('dialog[open] .choice').nth(2).click();
      }
      checks.equal(
        await view.evaluate(() => ['body.type', 'contact.law'].map((id) => window.kolophon.session.get(id))),
        [2, 2],
        `${name}: a click on a picture chooses`,
      );
      await pressed('A|B').click();
      await look(view, `${name}, two laws`);
      await pressed('Menu').click();
      await look(view, `${name}, menu`);
      await view.locator('.menu-item', { hasText: 'Teaching cards' }).click();
      await look(view, `${name}, card`);
      await pressed('Set up the sound').click();
      await view.waitForFunction(() => window.kolophon.session.name === 'Plain String');
      await view.waitForFunction(() => window.kolophon.session.get('voice.guide') === 0);
      await pressed('Menu').click();
      await view.locator('.menu-item', { hasText: 'Laboratory' }).click();
      await view.locator('.experiment').first().waitFor();
      checks.equal(await view.locator('.experiment').count(), 3, `${name}: three experiments`);
      await look(view, `${name}, laboratory`);
      checks.equal(said, [], `${name}: the console is empty`);
      await context.close();
    });

// An experiment runs in the page, and its numbers are those that are expected.
await checks.part('laboratory', async () => {
  const context = await chromium.newContext({ viewport: { width: 1366, height: 768 } });
  const { view } = await open(context, server.address);
  await view.getByRole('button', { name: 'Laboratory', exact: true }).click();
  await view.getByRole('button', { name: /^Run: Presliding/ }).click();
  const verdict = await view.locator('.verdict').textContent();
  const [, passed, judged] = /(\d+) of (\d+) numbers as expected/.exec(verdict) ?? [];
  checks.check(passed === judged && Number(judged) > 0, 'all numbers of the experiment are as expected', verdict);
  checks.check((await view.locator('.plot canvas').count()) >= 2, 'the experiment draws its plots');
  await context.close();
});

await server.close();
await chromium.close();
checks.end();
