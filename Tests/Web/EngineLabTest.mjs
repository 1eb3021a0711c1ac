// SPDX-License-Identifier: GPL-3.0-or-later
// node EngineLabTest.mjs FOLDER: the laboratory for browsers: what its experiments expect, and maps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOf, chosen, modules, scripts } from './EngineKit.mjs';

const { EngineModule, LaboratoryWorker, loadCatalogue } = scripts;

/** A worker without a thread: `ask` returns all that is said until the answer. */
async function startLaboratory() {
  const said = [];
  const worker = new LaboratoryWorker((what) => said.push(structuredClone(what)), async () => {});
  let request = 0;
  const ask = async (what) => {
    said.length = 0;
    await worker.hear({ request: ++request, ...what });
    return [...said];
  };
  const [ready] = await ask({ type: 'start', laboratory: bytesOf(modules.lab), engine: bytesOf(chosen) });
  return { ask, worker, said, experiments: ready.experiments };
}

const passed = (numbers, name) => numbers.filter((number) => number.name.includes(name));

test('three experiments give the numbers that they expect, by the engine’s own steps', async (t) => {
  const { ask, experiments } = await startLaboratory();
  assert.deepEqual(experiments.map(({ id }) => id), ['drill-string', 'presliding', 'sliding-mass']);
  for (const { id, title, source, notes } of experiments) {
    assert.ok(title.length > 10 && source.length > 10 && notes.length > 0);
    await t.test(title, async () => {
      const said = await ask({ type: 'run', id });
      const { result, error } = said.at(-1);
      assert.equal(error, undefined);
      assert.ok(said.filter(({ type }) => type === 'progress').length === result.runs.length);
      const judged = result.numbers.filter((number) => number.passed !== null);
      console.log(`${id}: ${judged.length} of ${result.numbers.length} numbers judged, in ${result.seconds} s`);
      assert.ok(judged.length >= 5);
      assert.deepEqual(judged.filter((number) => !number.passed), []);
      for (const run of result.runs) for (const column of run.values) assert.ok(column.every(Number.isFinite), `${id}: ${run.name}`);
      for (const plot of result.plots)
        for (const { x, y } of plot.panels)
          for (const name of [x, ...y]) assert.ok(result.runs[0].columns.some((column) => column.name === name), `${id}: ${name}`);
    });
  }
});

test('the tables are those of the motions: a drill bit at rest, in stick-slip, and presliding that returns', async () => {
  const { ask } = await startLaboratory();
  const drill = (await ask({ type: 'run', id: 'drill-string' })).at(-1).result;
  const column = (run, name) => run.values[run.columns.findIndex((head) => head.name === name)];
  const run = drill.runs.find(({ name }) => name === '53018 N: H_DDS1'), [t, u] = ['t', 'u'].map((name) => column(run, name));
  const onsets = [];
  for (let i = 1; i < u.length; ++i) if (u[i] > 0.01 && u[i - 1] <= 0.01) onsets.push(t[i]);
  const periods = onsets.slice(4).map((time, i) => time - onsets[i + 3]);
  // Navarro-López 2009, by event-located integration of another program: 5.026 s.
  for (const period of periods) assert.ok(Math.abs(period / 5.026 - 1) < 0.01, `${period} s`);
  const slide = (await ask({ type: 'run', id: 'presliding' })).at(-1).result;
  const dahl = slide.runs.find(({ name }) => name === 'Dupont'), at = (seconds) => {
    const times = column(dahl, 't'), i = times.findIndex((time) => time >= seconds - 1e-9);
    return 1e6 * column(dahl, 'x')[i];
  };
  assert.ok(Math.abs(at(15) - 25.6247) < 0.05, `${at(15)} um`);
});

test('experiments that are asked for at once come one after the other, each with its own numbers', async () => {
  const alone = {}, { ask } = await startLaboratory();
  for (const id of ['presliding', 'sliding-mass']) alone[id] = (await ask({ type: 'run', id })).at(-1).result;
  const said = [], worker = new LaboratoryWorker((what) => said.push(structuredClone(what)), () => new Promise((resolve) => setTimeout(resolve)));
  await worker.hear({ type: 'start', request: 0, laboratory: bytesOf(modules.lab), engine: bytesOf(chosen) });
  await Promise.all(['presliding', 'nonsense', 'sliding-mass'].map((id, i) => worker.hear({ type: 'run', request: i + 1, id })));
  const of = (request) => said.filter((what) => what.request === request).at(-1);
  for (const [request, id] of [[1, 'presliding'], [3, 'sliding-mass']]) {
    const { result } = of(request);
    for (const part of ['title', 'numbers', 'runs']) assert.deepEqual(result[part], alone[id][part], `${id}: ${part}`);
  }
  assert.match(of(2).error, /not found/);
});

test('the module refuses what no experiment has', () => {
  const lab = EngineModule.now(modules.lab);
  assert.equal(lab.call('lab_run'), 0);
  assert.equal(lab.call('lab_column', 0, 0), 0);
  assert.equal(lab.withText(Buffer.from('sliding-mass'), (place) => lab.call('lab_begin', place)), 4);
  for (let run = 0; run < 4; ++run) assert.equal(lab.call('lab_run'), 1);
  assert.equal(lab.call('lab_run'), 0);
  assert.equal(lab.call('lab_column', 99, 0), 0);
});

test('an experiment that is missing is refused in a sentence', async () => {
  const { ask } = await startLaboratory();
  assert.match((await ask({ type: 'run', id: '../etc/passwd' })).at(-1).error, /not found/);
  assert.match((await ask({ type: 'map', json: '{}', key: 57, columns: 2, rows: 2 })).at(-1).error, /preset/);
});

test('a map has Helmholtz motion inside of theory’s limits, and none far outside', async () => {
  const { ask } = await startLaboratory();
  const catalogue = await loadCatalogue(bytesOf(chosen));
  const json = JSON.stringify({ format: 'kolophon-preset', version: 5, name: 'x', parameters: { 'voice.guide': '0 %' } });
  catalogue.check(json);
  const said = await ask({ type: 'map', json, key: 57, columns: 5, rows: 9 });
  const { map, done } = said.at(-1);
  assert.ok(done && said.length > 2);
  assert.ok(map.regimes.every((regime) => regime <= 5));
  // Pressure goes to 200 %; 100 % is Schelleng's largest force, a decade is 100 %. Where they hold, away from middle and bridge, the
  // string speaks at it; far above it is raucous, far below the smallest it slips all the time or twice per period.
  let speaks = 0;
  for (let column = 0; column < 4; ++column) {
    assert.ok(Math.abs(map.positions[column] / (0.005 * 100 ** ((column + 0.5) / 5)) - 1) < 1e-6, String(map.positions[column]));
    assert.ok(Math.abs(map.largest[column] - 0.5) < 0.005, String(map.largest[column]));
    assert.ok(map.smallest[column] < map.largest[column]);
    for (let row = 0; row < 9; ++row) {
      const pressure = ((row + 0.5) / 9) * 200, regime = map.regimes[5 * row + column], newtons = map.forces[9 * column + row];
      if (row > 0) assert.ok(Math.abs(Math.log10(newtons / map.forces[9 * column + row - 1]) - 2 / 9) < 1e-6, String(newtons));
      if (column > 1 && row === 4) speaks += regime === 1 ? 1 : 0;
      if (pressure > 170 || pressure / 200 < map.smallest[column] - 0.15) assert.notEqual(regime, 1, `position ${map.positions[column]}, ${pressure} %`);
    }
  }
  assert.equal(speaks, 2);
});
