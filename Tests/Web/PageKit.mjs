// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of the page share: a browser, a server, recordings, and checks that say where they are.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:http';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const page = join(root, 'Source/Web/Page');
export const patience = Number(process.env.PATIENCE ?? 300_000); // [ms] for what must happen: a busy machine is slow, and passes all the same
const skipped = 77; // to CTest: this machine has not what the test needs

/** Ends the test, and says what is missing. */
export function skip(what) {
  console.log(`Skipped: ${what}`);
  process.exit(skipped);
}

/** Packages of the page, which lie beside it. */
export function packages(...names) {
  const require = createRequire(join(page, 'package.json'));
  return names.map((name) => {
    try {
      return require(name);
    } catch {
      return skip(`${name} is not installed: run npm ci in Source/Web/Page.`);
    }
  });
}

export const packageFile = (name) => createRequire(join(page, 'package.json')).resolve(name);

/** The folder of the finished page: the first argument. */
export function site() {
  const folder = process.argv[2];
  if (!folder || !existsSync(join(folder, 'page.js'))) skip('no page in Build/web: run Scripts/web.');
  return folder;
}

export async function browser(more = []) {
  const [{ chromium }] = packages('playwright-core');
  const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  if (!program) skip('Chromium is not installed.');
  // --no-sandbox: as root, as in containers. Sound needs a touch, as for people.
  return chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', '--autoplay-policy=user-gesture-required', ...more],
  });
}

/** Firefox lets no clock of sound run where there is no output, so an output that nobody hears is made for it. */
export async function firefoxWithSound() {
  const program = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync);
  if (!program) skip('Firefox is not installed.');
  if (!existsSync('/usr/bin/pulseaudio')) skip('pulseaudio is not installed.');
  const [puppeteer] = packages('puppeteer-core');
  const home = mkdtempSync(join(tmpdir(), 'kolophon-firefox-'));
  const env = { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, PULSE_RUNTIME_PATH: home };
  const modules = ['module-null-sink rate=48000', 'module-native-protocol-unix'].flatMap((name) => ['-L', name]);
  const output = spawn('pulseaudio', ['-n', '--daemonize=no', '--exit-idle-time=-1', ...modules], { env, stdio: 'ignore' });
  process.on('exit', () => {
    output.kill();
    rmSync(home, { recursive: true, force: true });
  });
  for (let i = 0; i < 200 && !existsSync(join(home, 'native')); ++i) await new Promise((resolve) => setTimeout(resolve, 100));
  if (!existsSync(join(home, 'native'))) skip('pulseaudio does not start here.');
  return puppeteer
    .launch({ browser: 'firefox', executablePath: program, env, protocolTimeout: patience })
    .catch((error) => skip(`Firefox does not start here: ${error.message}`));
}

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.otf': 'font/otf',
  '.webmanifest': 'application/manifest+json',
};

/** A server on loopback that knows nothing but files; `asked` lists what was fetched from it. `change` gives a file other bytes. */
export async function serve(folder, delay = null, { cache = 'no-cache', change = async (_, bytes) => bytes } = {}) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const name =
      normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname)).replace(/^\/+/, '') ||
      'index.html';
    const path = join(folder, name);
    asked.push(name);
    if (name.startsWith('..') || !existsSync(path) || !statSync(path).isFile()) return response.writeHead(404).end();
    const bytes = await change(name, readFileSync(path));
    if (delay) await delay(name, bytes);
    response
      .writeHead(200, {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        'cache-control': cache,
      })
      .end(bytes);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    asked,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

export const fileAddress = (folder) => pathToFileURL(join(folder, 'index.html')).href;

/** Opens the page, and collects what the console says and what is fetched from elsewhere. */
export async function open(context, address, tab = null) {
  context.setDefaultTimeout(patience);
  const view = tab ?? (await context.newPage());
  const said = [],
    foreign = [];
  view.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  view.on('pageerror', (error) => said.push(`error: ${error.stack}`));
  view.on('request', (request) => {
    const from = new URL(address);
    const to = new URL(request.url());
    if (!['blob:', 'data:'].includes(to.protocol) && to.origin + to.protocol !== from.origin + from.protocol)
      foreign.push(request.url());
  });
  await view.goto(address);
  await view.waitForSelector('html[data-ready], #splash.error', { state: 'attached' });
  const splash = await view.locator('#splash').allTextContents();
  if (splash.length > 0) throw new Error(`The page does not start: ${splash.join(' ')}; ${said.join('; ')}`);
  return { view, said, foreign };
}

/** A standard MIDI file of format 0 at 120 quarter notes per minute: notes as [begin, end] in quarters, and key. */
export function midiFile(notes) {
  const ticks = 480,
    moments = notes.flatMap(([begin, end, key]) => [
      { tick: begin * ticks, bytes: [0x90, key, 100] },
      { tick: end * ticks, bytes: [0x80, key, 64] },
    ]);
  const length = (value) => (value < 128 ? [value] : [128 | (value >> 7), value & 127]);
  const track = [];
  let now = 0;
  for (const { tick, bytes } of moments.sort((a, b) => a.tick - b.tick)) {
    track.push(...length(tick - now), ...bytes);
    now = tick;
  }
  track.push(0, 0xff, 0x2f, 0);
  const four = (value) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
  const letters = (text) => [...text].map((letter) => letter.charCodeAt(0));
  return Uint8Array.from([
    ...letters('MThd'), ...four(6), 0, 0, 0, 1, ticks >> 8, ticks & 255,
    ...letters('MTrk'), ...four(track.length), ...track,
  ]);
}

/** Samples of a WAV file of 32-bit floats, by channel. */
export function samplesOf(wav) {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  const tag = (at) => String.fromCharCode(...wav.subarray(at, at + 4));
  if (tag(0) !== 'RIFF' || tag(8) !== 'WAVE' || view.getUint32(4, true) !== wav.length - 8)
    throw new Error('not a WAV file');
  let at = 12,
    format = null;
  for (; tag(at) !== 'data'; at += 8 + view.getUint32(at + 4, true))
    if (tag(at) === 'fmt ')
      format = {
        kind: view.getUint16(at + 8, true),
        channels: view.getUint16(at + 10, true),
        rate: view.getUint32(at + 12, true),
        bits: view.getUint16(at + 22, true),
      };
  if (format?.kind !== 3 || format.bits !== 32) throw new Error('not 32-bit floats');
  const frames = view.getUint32(at + 4, true) / 4 / format.channels;
  const channels = Array.from({ length: format.channels }, (_, c) =>
    Float64Array.from({ length: frames }, (_, i) => view.getFloat32(at + 8 + 4 * (i * format.channels + c), true)),
  );
  return { rate: format.rate, channels };
}

/** Runs in the page: FNV-1a of the default patch, a chord on A3, four seconds at 48 kHz, as kolophon_bits has it. */
export function bitsOf(count) {
  const { engine } = window.kolophon.session.catalogue,
    block = 480,
    place = engine.allocate(16 * block);
  const synth = engine.call('kolophon_create', 48000);
  for (let voice = 0; voice < count; ++voice) engine.call('kolophon_note_on', synth, 0, 0, 57 + 2 * voice, 0.63);
  let hash = 0xcbf29ce484222325n;
  for (let done = 0; done < 4 * 48000; done += block) {
    engine.call('kolophon_render', synth, place, place + 8 * block, block);
    const { bytes } = engine;
    for (let n = 0; n < block; ++n)
      for (const channel of [0, 1])
        for (let i = 0; i < 8; ++i)
          hash = BigInt.asUintN(64, (hash ^ BigInt(bytes[place + 8 * (channel * block + n) + i])) * 0x100000001b3n);
  }
  engine.call('kolophon_destroy', synth);
  engine.call('free', place);
  return hash.toString(16).padStart(16, '0');
}

/** The native engine's bits, as [voices, hash]: with fused multiply-add, or separate. */
export const referenceBits = (isFused) =>
  readFileSync(join(root, 'Tests/Reference/bits.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/))
    .filter(([family]) => (family === 'fused') === isFused)
    .map(([, count, bits]) => [Number(count), bits]);

/** Frequency [Hz] of the strongest component within half a semitone of a nominal one: the maximum of the spectrum of
    the windowed samples, by a finer and finer search. */
export function pitchOf(samples, rate, nominal) {
  const count = samples.length;
  const power = (frequency) => {
    let re = 0,
      im = 0;
    for (let i = 0; i < count; ++i) {
      const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / count);
      re += window * samples[i] * Math.cos((2 * Math.PI * frequency * i) / rate);
      im += window * samples[i] * Math.sin((2 * Math.PI * frequency * i) / rate);
    }
    return re * re + im * im;
  };
  let best = nominal,
    reach = 50; // [cents]
  for (; reach > 0.05; reach /= 4) {
    const candidates = Array.from({ length: 17 }, (_, k) => best * 2 ** (((k - 8) * reach) / 8 / 1200));
    best = candidates.map((f) => [power(f), f]).sort((a, b) => b[0] - a[0])[0][1];
  }
  return best;
}

/** Collects the checks of a test; the exit code says whether all held. */
export class Checks {
  failed = 0;
  passed = 0;
  check(holds, what, detail = '') {
    if (holds) this.passed += 1;
    else {
      this.failed += 1;
      console.log(
        `✗ ${what}${detail === '' ? '' : `: ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`}`,
      );
    }
    return holds;
  }
  equal(is, wanted, what) {
    return this.check(
      JSON.stringify(is) === JSON.stringify(wanted),
      what,
      `${JSON.stringify(is)} instead of ${JSON.stringify(wanted)}`,
    );
  }
  /** Runs a part; an error in it is a failure, and the other parts run on. */
  async part(name, run) {
    try {
      await run();
    } catch (error) {
      this.check(false, name, error.stack);
    }
  }
  end() {
    console.log(`${this.passed} passed, ${this.failed} failed`);
    process.exit(this.failed > 0 || this.passed === 0 ? 1 : 0);
  }
}
