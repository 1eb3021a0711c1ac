// SPDX-License-Identifier: GPL-3.0-or-later
// PageLossTest.mjs SITE: what a player does reaches the sound and stays, whatever the browser, the system or a device does meanwhile.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browser, Checks, midiFile, open, serve, site } from './PageKit.mjs';

const folder = site(),
  checks = new Checks(),
  chromium = await browser(),
  server = await serve(folder);
const size = { width: 1280, height: 800 };

/** A page of its own, whose sound runs. */
async function visit(run, { init = null, starts = true, address = server.address, of = chromium, ...options } = {}) {
  const context = await of.newContext({ viewport: size, serviceWorkers: 'block', acceptDownloads: true, ...options });
  if (init) await context.addInitScript(init);
  const { view, said } = await open(context, address);
  if (starts) {
    await view.locator('header h1').click();
    await view.evaluate(() => window.kolophon.session.start().then(() => window.kolophon.session.set('voice.humanise', 0)));
  }
  await run(view, context);
  checks.equal(said.filter((line) => !/blocked by Playwright|error from the audio device/.test(line)), [], 'the console is empty');
  await context.close();
}
const until = (view, what, argument = null) => view.waitForFunction(what, argument);
const voices = (count) => [(wanted) => window.kolophon.session.engine.meters.voices === wanted, count];
const announced = (view) => view.locator('#announcement').textContent();
const openFile = (view, name, content) =>
  view.evaluate(([name, content]) => window.kolophon.menu.openFile(new File([Uint8Array.from(content)], name)), [name, [...Buffer.from(content)]]);

await checks.part('a recording at its limit', () =>
  visit(async (view) => {
    await view.evaluate(() => window.kolophon.session.loadJson(JSON.stringify({ format: 'kolophon-preset', version: 4, name: 'Стекло / 硝子', parameters: {} })));
    await view.getByRole('button', { name: 'Record', exact: true }).click();
    await until(view, () => window.kolophon.recorder.seconds > 0.3);
    const download = view.waitForEvent('download');
    await view.evaluate(() => (window.kolophon.recorder.frames = 599.8 * window.kolophon.session.context.sampleRate));
    const file = await download;
    checks.equal(file.suggestedFilename(), 'Стекло _ 硝子.wav', 'a recording that has reached its limit is offered, under the name of its sound');
    checks.check(readFileSync(await file.path()).length > 40000, 'with what was recorded');
    checks.equal(await view.evaluate(() => window.kolophon.recorder.isRecording), false, 'and it has ended');
  }),
);

await checks.part('keys that the system swallows', () =>
  visit(async (view) => {
    // macOS tells of no key that goes up while Command is down.
    await view.keyboard.down('a');
    await until(view, ...voices(1));
    await view.keyboard.down('Meta');
    await until(view, ...voices(0));
    await view.keyboard.up('Meta');
    await view.keyboard.up('a');
    for (const away of ['blur', 'contextmenu']) {
      await view.keyboard.down('a');
      await until(view, ...voices(1));
      await view.evaluate((what) => window.dispatchEvent(new Event(what)), away);
      await until(view, ...voices(0));
      await view.keyboard.up('a');
    }
    // Escape silences everything: a bow that Space has set in motion, a performance, and keys.
    await view.locator('.stage-area').focus();
    await view.keyboard.press('Space');
    await until(view, ...voices(1));
    await view.keyboard.press('Escape');
    checks.equal(await view.evaluate(() => window.kolophon.stage.hand.fingers.size), 0, 'Escape lifts the bow');
    await until(view, ...voices(0));
    await openFile(view, 'song.mid', midiFile([[0, 60, 57]]));
    await until(view, ...voices(1));
    await view.keyboard.press('Escape');
    await until(view, () => !window.kolophon.session.isPerforming);
    await until(view, ...voices(0));
    checks.check(true, 'Escape ends a performance');
  }),
);

/** A browser with two MIDI keyboards that the test plays and pulls. */
const keyboards = () => {
  const inputs = new Map(['left', 'right'].map((id) => [id, { id, name: id, state: 'connected', onmidimessage: null }]));
  const access = { inputs, onstatechange: null };
  window.midi = {
    send: (id, ...bytes) => inputs.get(id)?.onmidimessage?.({ data: Uint8Array.from(bytes) }),
    pull: (id) => {
      inputs.get(id).state = 'disconnected'; // it stays in the list, as in Chromium
      access.onstatechange?.({});
    },
  };
  navigator.requestMIDIAccess = async () => access;
};
const connect = (view) =>
  view.evaluate(() => {
    window.kolophon.menu.open();
    [...document.querySelectorAll('dialog button')].find((button) => button.textContent === 'Connect').click();
    document.querySelector('dialog[open]').close();
  });
const send = (view, ...what) => view.evaluate((bytes) => window.midi.send(...bytes), what);

await checks.part('a MIDI cable that is pulled', () =>
  visit(
    async (view) => {
      await connect(view);
      await send(view, 'left', 0x90, 57, 100);
      await send(view, 'right', 0x90, 64, 100);
      await until(view, ...voices(2));
      await view.evaluate(() => window.midi.pull('left'));
      await until(view, ...voices(1));
      await send(view, 'right', 0x80, 64, 0);
      await until(view, ...voices(0));
      // The pedal holds what the keys have left.
      await send(view, 'right', 0xb0, 64, 127);
      await send(view, 'right', 0x90, 60, 100);
      await send(view, 'right', 0x80, 60, 0);
      await until(view, ...voices(1));
      await view.evaluate(() => window.midi.pull('right'));
      await until(view, ...voices(0));
      checks.check(true, 'nothing sounds that only a lost device could end');
    },
    { init: keyboards },
  ),
);

await checks.part('a sound that the browser suspends', () =>
  visit(
    async (view) => {
      await connect(view);
      await view.evaluate(() => window.kolophon.session.context.suspend());
      await send(view, 'left', 0x90, 57, 100); // wakes it
      await until(view, ...voices(1));
      await view.evaluate(() => window.kolophon.session.context.suspend());
      await view.evaluate(() => {
        const { session } = window.kolophon;
        for (let i = 0; i < 6000; ++i) session.engine.midi(Uint8Array.of(0xa0, i % 100, i % 128));
        session.engine.midi(Uint8Array.of(0x80, 57, 0));
      });
      await view.mouse.click(640, 5); // any touch goes on
      await until(view, ...voices(0));
      checks.equal(await view.evaluate(() => window.kolophon.session.context.state), 'running', 'it goes on after a touch');
    },
    { init: keyboards },
  ),
);

await checks.part('MIDI before the sound runs', () =>
  visit(
    async (view) => {
      await connect(view); // starts the sound
      await send(view, 'left', 0x90, 60, 100);
      await send(view, 'left', 0x80, 60, 0);
      await send(view, 'left', 0x90, 57, 100);
      await view.waitForTimeout(500); // longer than a browser is silent between two blocks
      await view.locator('header h1').click();
      await until(view, () => window.kolophon.session.engine?.meters.voices > 0);
      checks.equal(await view.evaluate(() => window.kolophon.session.engine.meters.voices), 1, 'a key that is still down sounds when it can, one that went up does not');
    },
    { init: keyboards, starts: false },
  ),
);

const deaf = await browser(['--fail-audio-stream-creation']);
await checks.part('an output that does not start', () =>
  visit(
    async (view) => {
      await view.keyboard.down('a');
      await until(view, () => document.getElementById('announcement')?.classList.contains('error'));
      checks.check(/sound device/.test(await announced(view)), 'a press without a sound is explained', await announced(view));
      await view.keyboard.up('a');
    },
    { starts: false, of: deaf },
  ),
);
await deaf.close();

await checks.part('what is chosen while the sound starts', () =>
  visit(
    async (view) => {
      const shown = await view.evaluate(async () => {
        const { session } = window.kolophon;
        await session.loadPreset('Glass Rim');
        const starting = session.start();
        // While the engine loads the one, the user chooses another and turns its knob.
        let turned = false;
        const slowly = setInterval(() => {
          if (turned || !session.context) return;
          turned = true;
          void session.loadPreset('Plain String');
          session.set('hand.speed', 0.234);
        }, 1);
        const engine = await starting;
        clearInterval(slowly);
        if (!turned) {
          await session.loadPreset('Plain String');
          session.set('hand.speed', 0.234);
        }
        return { name: session.name, knob: session.get('hand.speed'), played: engine.get('hand.speed'), body: [session.get('body.type'), engine.get('body.type')] };
      });
      checks.equal([shown.name, shown.knob, shown.played], ['Plain String', 0.234, 0.234], 'what is shown is played');
      checks.equal(shown.body[0], shown.body[1], 'and on the same body');
    },
    { starts: false },
  ),
);

await checks.part('an engine that fails', () =>
  visit(async (view) => {
    await view.evaluate(() => {
      const { session } = window.kolophon;
      session.set('hand.speed', 0.345);
      session.engine.node.port.postMessage({ type: 'ask', request: 1e6, ask: null }); // an error in the worklet
    });
    await until(view, () => window.kolophon.session.engine === null);
    await view.keyboard.down('a');
    await until(view, () => window.kolophon.session.engine?.meters.voices === 1);
    checks.equal(await view.evaluate(() => window.kolophon.session.engine.get('hand.speed')), 0.345, 'the next press starts another, with the same sound');
    await view.keyboard.up('a');
  }),
);

await checks.part('files', () =>
  visit(async (view) => {
    const scale = 'five\n 5\n 240.\n 480.\n 720.\n 960.\n 2/1\n', mapping = '5\n0\n127\n60\n69\n440.0\n5\n0\n1\n2\n3\n4\n';
    const degrees = () => view.evaluate(() => JSON.stringify(JSON.parse(window.kolophon.session.toJson())).includes('240.'));
    for (const [name, text, isGood] of [['bad.scl', 'no scale\nat all\n', false], ['good.kbm', mapping, false], ['good.scl', scale, true], ['bad.scl', 'no scale\n', false], ['good.kbm', mapping, true]]) {
      await openFile(view, name, text);
      const is = await view.evaluate(() => !document.getElementById('announcement').classList.contains('error'));
      if (name !== 'good.kbm' || isGood) checks.equal(is, isGood, `${name} is ${isGood ? 'taken' : 'refused'}: ${await announced(view)}`);
    }
    checks.check(await degrees(), 'the good scale is in use');
    await view.evaluate(() => window.kolophon.session.loadPreset('First Light'));
    await openFile(view, 'good.kbm', '12\n0\n127\n60\n69\n440.0\n12\n0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n');
    checks.check(!(await degrees()), 'a mapping for another sound does not bring the scale of the one before', await announced(view));
    await openFile(view, 'README.md', '# Kolophon');
    checks.check(/MIDI files/.test(await announced(view)), 'another file is told what opens', await announced(view));
    await view.locator('input[type=file]').setInputFiles({ name: 'song.mid', mimeType: 'audio/midi', buffer: Buffer.from(midiFile([[0, 4, 57]])) });
    await until(view, ...voices(1));
    checks.check((await announced(view)).startsWith('Playing song.mid, 2 s.'), 'a MIDI file plays', await announced(view));
    await until(view, ...voices(0));
    await until(view, () => !window.kolophon.session.isPerforming);
  }),
);

await checks.part('the search', () =>
  visit(async (view) => {
    await view.getByTitle('Choose a preset').click();
    await view.keyboard.type('glass rim');
    await view.keyboard.press('Enter');
    await until(view, () => window.kolophon.session.name === 'Glass Rim');
    checks.equal(await view.locator('dialog[open]').count(), 0, 'Return closes the list');
    await view.keyboard.down('a');
    await until(view, ...voices(1));
    await view.keyboard.up('a');
    checks.check(true, 'and the keys play');
    // A refusal names the knob as people see it, and goes when the next value is good.
    const value = view.locator('.knob', { hasText: 'Speed' }).first().locator('.knob-value');
    for (const [text, isWrong] of [['banana', true], ['0.2', false]]) {
      await value.click();
      await view.keyboard.type(text);
      await view.keyboard.press('Enter');
      const place = view.locator('#announcement');
      if (isWrong) checks.check((await place.textContent()).startsWith('Speed: '), 'a refusal names the knob', await place.textContent());
      else checks.check(!(await place.evaluate((element) => element.classList.contains('shown'))), 'and goes with a good value');
    }
  }),
);

await checks.part('two bodies', () =>
  visit(async (view) => {
    await view.evaluate(() => window.kolophon.session.loadPreset('Hopping Chalk'));
    await until(view, () => document.querySelector('.stage-caption').textContent.startsWith('Plate and Tongue'));
    const heats = [];
    await view.evaluate(() => window.kolophon.session.noteOn(60, 0.7));
    for (let i = 0; i < 20; ++i) {
      await view.waitForTimeout(100);
      const words = await view.locator('.pane', { hasText: 'Friction' }).first().locator('.pane-caption').textContent();
      if (words.startsWith('heat')) heats.push(words);
    }
    checks.check(heats.length > 3 && heats.every((words) => !words.includes('-')), 'friction makes heat, and takes none', heats);
    await view.evaluate(() => window.kolophon.session.loadPreset('First Light'));
    await until(view, () => /^String/.test(document.querySelector('.stage-caption').textContent));
  }),
);

await checks.part('a new version behind a cache', async () => {
  let version = 1;
  const stamped = async (name, bytes) =>
    version === 1 ? bytes
    : name === 'offline.js' ? Buffer.from(bytes.toString().replace(/kolophon-[0-9a-f]{12}/g, 'kolophon-222222222222'))
    : /\.(js|css)$/.test(name) ? Buffer.concat([bytes, Buffer.from(`/* version ${version} */`)])
    : bytes;
  const cached = await serve(folder, null, { cache: 'max-age=600', change: stamped });
  await visit(
    async (view) => {
      await until(view, async () => (await caches.keys()).length > 0 && (await navigator.serviceWorker.ready).active !== null);
      version = 2;
      await view.reload();
      await view.evaluate(async () => (await navigator.serviceWorker.ready).update());
      for (const file of ['page.js', 'page.css']) {
        await until(
          view,
          async (name) => {
            if (!(await caches.keys()).includes('kolophon-222222222222')) return false;
            const kept = await (await caches.open('kolophon-222222222222')).match(name);
            return ((await kept?.text()) ?? '').endsWith('/* version 2 */');
          },
          file,
        );
        checks.check(true, `the new version keeps the new ${file}`);
      }
    },
    { starts: false, address: cached.address, serviceWorkers: 'allow' },
  );
  await cached.close();
});

await server.close();
await chromium.close();
checks.end();
