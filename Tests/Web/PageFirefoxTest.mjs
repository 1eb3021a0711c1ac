// SPDX-License-Identifier: GPL-3.0-or-later
// PageFirefoxTest.mjs SITE: the page in Firefox, as the guide promises: it starts, sounds, keeps its books, and has the bits of the
// native engine.
import { bitsOf, Checks, fileAddress, firefoxWithSound, patience, referenceBits, serve, site } from './PageKit.mjs';

const folder = site(),
  checks = new Checks();
const firefox = await firefoxWithSound(),
  server = await serve(folder);

async function visit(address, name) {
  const view = await firefox.newPage();
  view.setDefaultTimeout(patience);
  const said = [];
  view.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  view.on('pageerror', (error) => said.push(`error: ${error.stack}`));
  await view.setViewport({ width: 1280, height: 800 });
  await view.goto(address);
  await view.waitForSelector('html[data-ready]');
  const box = await (await view.$('.stage-area')).boundingBox();
  await view.mouse.move(box.x + 0.2 * box.width, box.y + 0.5 * box.height);
  await view.mouse.down();
  await view.waitForFunction(() => window.kolophon.session.engine?.meters?.peakLeft > 0.01);
  await view.waitForFunction(() => document.querySelector('.stage-words').textContent.includes('per period'));
  const { relativeResidual, energyCreated } = await view.evaluate(() => window.kolophon.session.engine.meters.ledger);
  checks.check(relativeResidual < 1e-12, `${name}: the books close`, relativeResidual);
  checks.equal(energyCreated, 0, `${name}: no energy is created`);
  await view.mouse.up();
  await view.waitForFunction(() => window.kolophon.session.engine.meters.voices === 0);
  const isFused = (await view.evaluate(() => window.kolophon.session.engine.instructionSet)).includes('relaxed');
  for (const [count, bits] of referenceBits(isFused))
    checks.equal(await view.evaluate(bitsOf, count), bits, `${name}: bits of ${count} voices`);
  checks.equal(said, [], `${name}: the console is empty`);
  await view.close();
}

await checks.part('as a file', () => visit(fileAddress(folder), 'as a file'));
await checks.part('from a server', () => visit(server.address, 'from a server'));

await firefox.close();
await server.close();
checks.end();
