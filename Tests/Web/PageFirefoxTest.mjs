// SPDX-License-Identifier: GPL-3.0-or-later
// PageFirefoxTest.mjs SITE: the page in Firefox, as the guide promises: it starts, sounds, keeps its books, and has the bits of the
// native engine. Firefox lets no clock of sound run where there is no output, so an output that nobody hears is made for it.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bitsOf, Checks, fileAddress, packages, patience, referenceBits, serve, site, skip } from './PageKit.mjs';

const folder = site(),
  checks = new Checks();
const program = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync);
if (!program) skip('Firefox is not installed.');
if (!existsSync('/usr/bin/pulseaudio')) skip('pulseaudio is not installed.');
const [puppeteer] = packages('puppeteer-core');

const home = mkdtempSync(join(tmpdir(), 'kolophon-firefox-'));
const env = { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, PULSE_RUNTIME_PATH: home };
const modules = ['module-null-sink rate=48000', 'module-native-protocol-unix'].flatMap((name) => ['-L', name]);
const output = spawn('pulseaudio', ['-n', '--daemonize=no', '--exit-idle-time=-1', ...modules], { env, stdio: 'ignore' });
for (let i = 0; i < 200 && !existsSync(join(home, 'native')); ++i) await new Promise((resolve) => setTimeout(resolve, 100));
const leave = () => {
  output.kill();
  rmSync(home, { recursive: true, force: true });
};
if (!existsSync(join(home, 'native'))) {
  leave();
  skip('pulseaudio does not start here.');
}
const server = await serve(folder);
const firefox = await puppeteer
  .launch({ browser: 'firefox', executablePath: program, env, protocolTimeout: patience })
  .catch((error) => {
    leave();
    skip(`Firefox does not start here: ${error.message}`);
  });

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
leave();
checks.end();
