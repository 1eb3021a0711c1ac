// SPDX-License-Identifier: GPL-3.0-or-later
// PageUnitTest.mjs: parts of the page without a browser: types, links, WAV files, the history of a contact, which key a finger plays, how fast a drag is, names of files.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Checks, midiFile, packages, page, samplesOf } from './PageKit.mjs';

const [esbuild] = packages('esbuild'),
  checks = new Checks(),
  folder = mkdtempSync(join(tmpdir(), 'page-'));

async function load(name) {
  const outfile = join(folder, `${name.replace(/\W/g, '-')}.mjs`);
  await esbuild.build({
    entryPoints: [join(page, 'src', `${name}.ts`)],
    bundle: true,
    format: 'esm',
    outfile,
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}

await checks.part('types', () => {
  execFileSync(process.execPath, [join(page, 'node_modules/typescript/bin/tsc'), '--noEmit', '--project', page], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  checks.check(true, 'the page has no errors of types');
});

await checks.part('lock', () => {
  const lock = readFileSync(join(page, 'package-lock.json'), 'utf8');
  checks.check(!lock.includes('"resolved"'), 'the lock names no server');
  const { packages: locked } = JSON.parse(lock),
    wanted = JSON.parse(readFileSync(join(page, 'package.json'), 'utf8'));
  for (const [name, version] of Object.entries({ ...wanted.dependencies, ...wanted.devDependencies })) {
    checks.equal(locked[`node_modules/${name}`]?.version, version, `${name} is pinned`);
    checks.check(locked[`node_modules/${name}`]?.integrity?.startsWith('sha512-'), `${name} has its checksum`);
  }
});

await checks.part('links', async () => {
  const { fragmentOf, jsonOf } = await load('tools/link');
  const text = JSON.stringify({
    format: 'kolophon-preset',
    name: 'Ünïcode ♯',
    values: Array.from({ length: 200 }, (_, i) => i / 7),
  });
  const fragment = await fragmentOf(text);
  checks.check(/^sound=[A-Za-z0-9_-]+$/.test(fragment), 'a fragment has no signs that addresses escape', fragment);
  checks.equal(await jsonOf(`#${fragment}`), text, 'a link brings back its text');
  checks.equal(await jsonOf('#presets'), null, 'another fragment is no sound');
  checks.equal(await jsonOf(''), null, 'no fragment is no sound');
  const noise = Array.from({ length: 150_000 }, (_, i) =>
    String.fromCharCode(33 + ((i * 7919 + ((i * i) % 104729)) % 90)),
  ).join('');
  await fragmentOf(noise).then(
    () => checks.check(false, 'a text too large for a link is refused'),
    (error) => checks.check(/too large/.test(error.message), 'too large', error.message),
  );
});

await checks.part('WAV', async () => {
  const { wavOf } = await load('tools/wav');
  const wav = new Uint8Array(
    await wavOf([Float32Array.of(0.25, -0.5), Float32Array.of(1, -1, 0.125, 0)], 44100).arrayBuffer(),
  );
  const { rate, channels } = samplesOf(wav);
  checks.equal(rate, 44100, 'the rate');
  checks.equal(
    channels.map((channel) => [...channel]),
    [
      [0.25, 1, 0.125],
      [-0.5, -1, 0],
    ],
    'the samples, by channel',
  );
  checks.equal(wav.length, 58 + 24, 'the length');
});

await checks.part('names of files', async () => {
  const { fileName } = await load('tools/files');
  const names = {
    'Стеклянный край': 'Стеклянный край.json',
    'ガラスの縁': 'ガラスの縁.json',
    'حافة الزجاج': 'حافة الزجاج.json',
    'Ünïcode ♯ 🎻': 'Ünïcode ♯ 🎻.json',
    'a/b\\c:d*e?f"g<h>i|j': 'a_b_c_d_e_f_g_h_i_j.json',
    'two\nlines\u0007': 'two_lines_.json',
    'txt\u202eexe': 'txt_exe.json', // would be read backwards
    '..': 'Kolophon.json',
    '': 'Kolophon.json',
    '  dots and blanks. . ': 'dots and blanks.json',
    'con': 'Kolophon con.json',
    'Con.air': 'Kolophon Con.air.json',
    [`${'é'.normalize('NFD')}`]: 'é.json',
  };
  for (const [name, wanted] of Object.entries(names)) checks.equal(fileName(name, 'json'), wanted, `the file of "${name}"`);
  const family = '👩‍👩‍👧‍👦', long = fileName(family.repeat(50), 'wav');
  checks.check(Buffer.byteLength(long) < 200 && long === `${family.repeat(4)}.wav`, 'a long name is cut between two letters', long);
});

await checks.part('files', async () => {
  const { readFile } = await load('tools/files');
  const file = (name, ...parts) => new File(parts, name);
  checks.check('song' in (await readFile(file('x.txt', midiFile([[0, 1, 60]])))), 'a MIDI file is known by its first bytes');
  checks.equal(await readFile(file('x', '\ufeff {"a": 1}')), { text: ' {"a": 1}' }, 'a text may begin with a mark and blanks');
  checks.equal(await readFile(file('x.SCL', 'five\n5')), { text: 'five\n5' }, 'a scale is known by its name');
  for (const other of [file('README.md', '# Kolophon'), file('x.wav', 'RIFF\x10\0\0\0WAVEfmt ', new Uint8Array(9e6))])
    await readFile(other).then(
      () => checks.check(false, `${other.name} is refused`),
      (error) => checks.check(/presets.*MIDI files/.test(error.message), `${other.name} is told what opens`, error.message),
    );
});

await checks.part('history', async () => {
  const { History, rowsOf, slipsOf } = await load('pictures/history');
  const moments = (count, from, period, slip, twice = false) => {
    const column = () => new Float32Array(count).fill(1);
    const phase = Array.from({ length: count }, (_, i) => ((from + i) % period) / period);
    return {
      count,
      bowVelocity: column(),
      relativeVelocity: column(),
      frictionForce: column(),
      normalForce: column(),
      elongation: column(),
      follows: new Uint8Array(count).fill(1),
      motion: Uint8Array.from(phase, (p) => (p < slip || (twice && p >= 0.5 && p < 0.5 + slip) ? 2 : 1)),
      beginsPeriod: Uint8Array.from(phase, (p) => (p === 0 ? 1 : 0)),
    };
  };
  for (const twice of [false, true]) {
    const history = new History();
    for (let from = 0; from < 400_000; from += 800) history.take(moments(800, from, 100, 0.2, twice)); // more than it holds
    const { rows, isSlow } = rowsOf(history, 100 / 48000, 1 / 48000, 30);
    checks.equal([rows.length, isSlow], [30, false], 'as many periods as are wanted');
    checks.check(
      rows.every((row) => row.end - row.begin === 100),
      'each of a period',
    );
    const slips = slipsOf(history, rows);
    checks.equal(
      [slips.perPeriod, Number(slips.fraction.toFixed(9))],
      twice ? [2, 0.4] : [1, 0.2],
      'slips per period, and their part of the time',
    );
    const next = moments(800, 0, 100, 0.2);
    next.follows[0] = 0;
    history.take(next);
    checks.equal(rowsOf(history, 100 / 48000, 1 / 48000, 30).rows.length, 7, 'another stroke begins anew');
  }
});

await checks.part('fingers', async () => {
  const { Player } = await load('play/player');
  let note = 0;
  const played = [],
    session = {
      engine: {},
      on() {},
      noteOn: (key) => (played.push(key), ++note),
      noteOff() {},
      start: async () => {},
    };
  const player = new Player(session);
  player.down('KeyA', 60);
  checks.equal(played, [60], 'a key plays');
  player.up('KeyA');
  checks.equal(
    [0, 1, 2].map((i) => player.keyOfFinger(i)),
    [60, 67, 74],
    'fingers play fifths above the last key',
  );
  player.fingersAreDown = () => true;
  player.down('KeyD', 64);
  player.down('KeyG', 67);
  checks.equal(played, [60], 'while fingers bow, keys only choose');
  checks.equal(
    [0, 1, 2].map((i) => player.keyOfFinger(i)),
    [64, 67, 74],
    'fingers take held keys, then intervals above them',
  );
});

await checks.part('drags', async () => {
  const { Hand } = await load('stage/hand');
  globalThis.document ??= new EventTarget();
  /** The speed [px/s] that a drag has for the Stage at some moments [ms], if the browser tells of it so often; wayAt: [px] by [ms]. */
  const speeds = (moments, interval, lasts, wayAt) => {
    const listeners = {};
    const element = {
      addEventListener: (name, listen) => (listeners[name] = listen),
      getBoundingClientRect: () => ({ left: 0, top: 0, width: 4000, height: 500 }),
      classList: { add() {} },
      focus() {},
      setPointerCapture() {},
    };
    const session = { on() {}, noteOn: () => 1, touch() {}, get: () => 0.2, info: () => ({ minimum: 0, maximum: 10 }), textOf: () => 'Keys' };
    const hand = new Hand(session, { keyOfFinger: () => 60 }, element, () => ({ positionAt: () => ({ position: 0.1, mirrored: false }) }));
    const event = (time) => ({
      ...{ button: 0, pointerId: 1, pointerType: 'mouse', timeStamp: time, clientX: wayAt(time), clientY: 250 },
      ...{ target: { closest: () => null }, preventDefault() {} },
    });
    const times = Array.from({ length: Math.floor(lasts / interval) }, (_, i) => (i + 1) * interval);
    listeners.pointerdown(event(0));
    return moments.map((now) => {
      while (times[0] <= now) listeners.pointermove(event(times.shift()));
      hand.advance(now);
      return hand.fingers.get(1).speed;
    });
  };
  const near = (are, wanted, what) =>
    checks.check(are.every((speed, i) => Math.abs(speed - wanted[i]) < 1.5), what, `${are.map((speed) => speed.toFixed(2))} instead of ${wanted}`);
  for (const interval of [4, 8, 20, 40])
    near(speeds([200, 333, 440], interval, 1000, (time) => 0.32 * time), [320, 320, 320], `a steady drag, told of every ${interval} ms`);
  // Twice as fast after 400 ms: the mean of the last 100 ms, to within a move.
  const faster = (time) => 0.1 * time + 0.1 * Math.max(0, time - 400);
  near(speeds([400, 450, 500, 600], 1, 1000, faster), [100, 150, 200, 200], 'a drag that becomes faster');
  // Told of at 400 ms for the last time: it rests from 440 ms on.
  near(speeds([440, 490, 540, 1440], 1, 400, (time) => 0.1 * time), [100, 50, 0, 0], 'a drag that stops');
});

rmSync(folder, { recursive: true });
checks.end();
