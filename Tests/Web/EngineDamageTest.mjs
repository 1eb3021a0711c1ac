// SPDX-License-Identifier: GPL-3.0-or-later
// node EngineDamageTest.mjs FOLDER: hostile and damaged files against the readers inside the modules for browsers: each is
// read, or refused in a sentence; nothing traps, nothing grows without bound, and what was read plays.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Dice, bytesOf, chosen, hurt, scripts, startEngine, text } from './EngineKit.mjs';
import { root } from './PageKit.mjs';

const { EngineModule } = scripts;
const encoder = new TextEncoder(), decoder = new TextDecoder();

/** The module without the page's scripts round it: a text goes in, and a sentence or nothing comes out. */
class Reader {
  constructor() {
    this.engine = EngineModule.now(chosen);
    this.synth = this.engine.call('kolophon_create', 48000);
    this.place = this.engine.allocate(2 * 8 * 2400);
  }
  read(call, bytes) {
    const status = this.engine.withText(typeof bytes === 'string' ? encoder.encode(bytes) : bytes, (place) =>
      call === 'kolophon_set_tuning' ? this.engine.call(call, this.synth, place, 0, 440) : this.engine.call(call, this.synth, place));
    return status === 0 ? null : decoder.decode(this.engine.textAt(this.engine.call('kolophon_error', this.synth)));
  }
  /** Plays a note, and looks whether numbers are numbers and the books close. */
  requirePlayable() {
    const { engine, synth, place } = this;
    engine.withText(encoder.encode('quality.ledger'), (id) => engine.call('kolophon_set', synth, id, 1));
    engine.call('kolophon_note_on', synth, 0, 0, 57, 0.8);
    engine.call('kolophon_note_off', synth, 1500, 0, 57, 0.5);
    engine.call('kolophon_render', synth, place, place + 8 * 2400, 2400);
    assert.ok(engine.doubles.subarray(place / 8, place / 8 + 4800).every(Number.isFinite));
    engine.call('kolophon_get_energy', synth, place);
    const [, , , , peak, worst] = engine.numbersAt(place, 6);
    assert.ok(worst <= 1e-12 * peak, `residual ${worst} of ${peak}`);
    engine.call('kolophon_reset', synth);
  }
}

function requireSentence(sentence, of) {
  assert.ok(sentence.length > 10 && sentence.length < 1024 && !sentence.includes('\n'), `"${sentence}" of ${of.slice(0, 300)}`);
}

const presets = readdirSync(join(root, 'Resources/Presets')).map((name) => readFileSync(join(root, 'Resources/Presets', name), 'utf8'));
const body = '{"kolophon_body": 1, "name": "Bar", "mass": 2.5, "modes": [{"frequency": 300, "t60": 0.5, "shape": 1}, {"frequency": 827, "t60": 0.25, "shape": [1, 0.5, -0.2, 0.1]}]}';
const gesture = '{"kolophon_gesture": 2, "speed": [[0, 0, -0.5], [0.3, 1, 0.4], [1, -0.5]], "force": [[0, 0.5], [1, 1]], "place": [[0, 0], [1, 1]]}';
const scale = '! t.scl\n!\nthree\n 3\n!\n 300.0\n 5/4\n 2/1\n';
const performance = text('Tests/Web/engine-phrase.performance');
const rounds = process.env.KOLOPHON_LONG ? 10 : 1;

for (const [what, call, count, wholes] of [
  ['presets', 'kolophon_load_json', 400, presets],
  ['bodies', 'kolophon_set_body', 600, [body]],
  ['gestures', 'kolophon_set_gesture', 600, [gesture]],
  ['tunings', 'kolophon_set_tuning', 600, [scale]],
  ['performances', 'kolophon_load_performance', 300, [performance]],
])
  test(`damaged ${what} are read or refused, and what is read plays and keeps its books`, () => {
    const reader = new Reader(), dice = new Dice(21);
    for (const whole of wholes) assert.equal(reader.read(call, whole), null);
    let readable = 0;
    for (let round = 0; round < count * rounds; ++round) {
      const damaged = hurt(wholes[dice.below(wholes.length)], dice), sentence = reader.read(call, damaged);
      if (sentence !== null) requireSentence(sentence, damaged);
      else if (++readable % 8 === 0) reader.requirePlayable();
    }
    assert.ok(readable > count / 60, `${readable} of ${count} were read`);
    assert.ok(reader.engine.memory.buffer.byteLength < 200e6);
  });

test('hostile texts are refused in a sentence, and leave the sound as it was', () => {
  const reader = new Reader();
  assert.equal(reader.read('kolophon_load_json', presets[0]), null);
  const state = () => decoder.decode(reader.engine.textAt(reader.engine.call('kolophon_state', reader.synth)));
  const before = state();
  const hostile = {
    nothing: '',
    'a number': '7',
    'deep lists': '['.repeat(200000),
    'deep objects': '{"a":'.repeat(100000) + '1' + '}'.repeat(100000),
    'a long text': `{"format": "${'x'.repeat(2e6)}"}`,
    'another format': '{"format": "other", "version": 1}',
    'bytes that are not UTF-8': Uint8Array.of(0x7b, 0xff, 0xfe, 0xc0, 0x80, 0x7d),
    'UTF-16': Uint8Array.of(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00),
    'names of objects': '{"__proto__": {"format": "kolophon-preset"}, "constructor": 1}',
  };
  for (const [name, bytes] of Object.entries(hostile))
    for (const call of ['kolophon_load_json', 'kolophon_set_body', 'kolophon_set_gesture', 'kolophon_load_performance', 'kolophon_set_tuning']) {
      const sentence = reader.read(call, bytes);
      assert.ok(sentence !== null, `${call} has read ${name}`);
      requireSentence(sentence, name);
    }
  assert.equal(state(), before);
  // A number without an end is cut to what a double holds, and that is told.
  assert.equal(reader.read('kolophon_load_json', '{"format": "kolophon-preset", "version": 4, "name": "x", "parameters": {"hand.speed": 1e999}}'), null);
  assert.match(decoder.decode(reader.engine.textAt(reader.engine.call('kolophon_findings', reader.synth))), /hand\.speed/);
});

test('texts that would keep a page waiting are refused by their size', async () => {
  const catalogue = await scripts.loadCatalogue(bytesOf(chosen));
  const event = '{ "at": 0, "type": "note on", "channel": 1, "key": 57, "value": 0.8 },';
  const many = (count) => performance.replace('"events": [', `"events": [${event.repeat(count)}`);
  assert.equal(catalogue.loadPerformance(many(5000)).findings, '');
  assert.throws(() => catalogue.loadPerformance(many(50000)), /3\.5 MB; at most 2\.1 MB/);
  const large = `{"format": "kolophon-preset", "version": 4, "name": "${'x'.repeat(1.1e6)}"}`;
  for (const read of ['load', 'check', 'setBody', 'setGesture']) assert.throws(() => catalogue[read](large), /MB are read/);
});

test('a damaged file does not reach the audio thread', async () => {
  const { engine, play, close, processor } = await startEngine();
  let asked = 0;
  const { answer } = processor();
  processor().answer = (...of) => (++asked, answer.apply(processor(), of));
  const dice = new Dice(33);
  for (let round = 0; round < 40; ++round) await engine.loadJson(hurt(presets[round], dice)).catch(({ message }) => requireSentence(message, 'preset'));
  await assert.rejects(engine.loadPerformance('{}'));
  await assert.rejects(engine.setBody('{}'));
  await assert.rejects(engine.setGesture('[]'));
  await assert.rejects(engine.setTuning('x', null));
  await assert.rejects(engine.loadSong(new Uint8Array(99)));
  const before = asked;
  engine.toJson(); // takes longer than a quantum: not there
  assert.equal(asked, before);
  await engine.setTuning(null, null);
  assert.equal(asked, before + 1);
  await play(0.05);
  await close();
});
