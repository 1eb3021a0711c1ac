// SPDX-License-Identifier: GPL-3.0-or-later
import uPlot from 'uplot';
import type { Laboratory } from '../audio/laboratory';
import type { ExperimentInfo, JudgedNumber, LabResult, PlotPanel, RunTable } from '../audio/protocol';
import { make, sentence, sheet } from '../dom';
import { onTheme, palette } from '../theme';

const colours = (): string[] => [
  palette.stick,
  palette.slip,
  palette.slotB,
  palette.stored,
  palette.heat,
  palette.quiet,
];
const mostPoints = 3000; // of a line that is drawn

/** Experiments from papers, run in a worker, with their numbers judged. */
export class LabSheet {
  private readonly dialog: HTMLDialogElement;
  private readonly body: HTMLElement;
  private readonly list = make('div', { class: 'experiments' });
  private readonly result = make('div', { class: 'lab-result', 'aria-live': 'polite' });
  private plots: uPlot[] = [];
  private shown: LabResult | null = null;

  constructor(private readonly laboratory: () => Promise<Laboratory>) {
    ({ dialog: this.dialog, body: this.body } = sheet('Laboratory', 'lab'));
    this.body.append(
      make(
        'p',
        { class: 'lab-intro' },
        'Experiments from the literature, run here by the engine that you play. Each number is judged against the one that theory or the paper expects.',
      ),
      this.list,
      this.result,
    );
    onTheme(() => this.shown && this.show(this.shown));
    new ResizeObserver(() => this.resize()).observe(this.result);
  }

  async open(): Promise<void> {
    this.dialog.showModal();
    if (this.list.childElementCount > 0) return;
    this.list.textContent = 'Loading the laboratory …';
    try {
      const laboratory = await this.laboratory();
      this.list.replaceChildren(...laboratory.experiments.map((experiment) => this.row(laboratory, experiment)));
    } catch (error) {
      this.list.textContent = sentence(error);
    }
  }

  private row(laboratory: Laboratory, experiment: ExperimentInfo): HTMLElement {
    const bar = make('progress', { max: 1, value: 0, hidden: true, 'aria-label': `Progress of ${experiment.title}` });
    const button = make('button', { type: 'button', class: 'primary' }, 'Run');
    button.setAttribute('aria-label', `Run: ${experiment.title}`);
    button.addEventListener('click', () => void this.run(laboratory, experiment, button, bar));
    return make(
      'article',
      { class: 'experiment' },
      make('h3', {}, experiment.title),
      make('p', { class: 'source' }, experiment.source),
      button,
      bar,
    );
  }

  private async run(
    laboratory: Laboratory,
    experiment: ExperimentInfo,
    button: HTMLButtonElement,
    bar: HTMLProgressElement,
  ): Promise<void> {
    button.disabled = true;
    bar.hidden = false;
    try {
      this.show(await laboratory.run(experiment.id, (fraction) => (bar.value = fraction)));
    } catch (error) {
      this.result.replaceChildren(make('p', { class: 'error' }, sentence(error)));
    } finally {
      button.disabled = false;
      bar.hidden = true;
    }
  }

  private show(result: LabResult): void {
    this.shown = result;
    for (const plot of this.plots) plot.destroy();
    this.plots = [];
    this.result.replaceChildren(make('h3', {}, result.title), this.verdict(result), this.table(result.numbers));
    for (const figure of result.plots) {
      const panels = make('div', { class: 'panels' });
      this.result.append(make('figure', {}, panels, make('figcaption', {}, figure.caption)));
      for (const panel of figure.panels) this.plot(panels, panel, result.runs);
    }
  }

  private verdict(result: LabResult): HTMLElement {
    const judged = result.numbers.filter((number) => number.passed !== null),
      passed = judged.filter((number) => number.passed);
    const all = passed.length === judged.length;
    return make(
      'p',
      { class: all ? 'verdict good' : 'verdict bad' },
      `${all ? '✓' : '✗'} ${passed.length} of ${judged.length} numbers as expected, in ${result.seconds.toFixed(1)} s`,
    );
  }

  private table(numbers: readonly JudgedNumber[]): HTMLElement {
    const hasRuns = numbers.some((number) => number.run !== '');
    const row = (number: JudgedNumber): HTMLElement =>
      make(
        'tr',
        {},
        hasRuns && make('td', {}, number.run),
        make('td', {}, number.name),
        make(
          'td',
          { class: 'number' },
          number.values
            .slice(0, 8)
            .map((value) => Number(value.toPrecision(6)))
            .join(', ') + (number.unit ? ` ${number.unit}` : ''),
        ),
        make('td', { class: 'number' }, number.allowed),
        make(
          'td',
          { class: number.passed === null ? '' : number.passed ? 'good' : 'bad' },
          number.passed === null ? '–' : number.passed ? '✓ yes' : '✗ no',
        ),
      );
    return make(
      'div',
      { class: 'table-frame', tabindex: 0, role: 'region', 'aria-label': 'Numbers of the experiment' },
      make(
        'table',
        {},
        make(
          'thead',
          {},
          make(
            'tr',
            {},
            ...[...(hasRuns ? ['Run'] : []), 'Number', 'Measured', 'Expected', 'As expected'].map((text) =>
              make('th', { scope: 'col' }, text),
            ),
          ),
        ),
        make('tbody', {}, ...numbers.map(row)),
      ),
    );
  }

  private plot(parent: HTMLElement, panel: PlotPanel, runs: readonly RunTable[]): void {
    const lines = linesOf(panel, runs);
    if (lines.length === 0) return;
    const place = make('div', {
      class: 'plot',
      role: 'img',
      'aria-label': `${panel.title}: ${panel.yLabel} against ${panel.xLabel}`,
    });
    parent.append(make('div', { class: 'plot-frame' }, make('h4', {}, panel.title), place));
    const axis = (label: string): uPlot.Axis => ({
      stroke: palette.quiet,
      label,
      labelSize: 18,
      labelFont: '12px Inter, sans-serif',
      font: '12px Inter, sans-serif',
      size: 46,
      grid: { stroke: palette.line, width: 1 },
      ticks: { stroke: palette.line },
    });
    const options: uPlot.Options = {
      mode: 2,
      width: Math.max(220, place.clientWidth),
      height: 220,
      scales: { x: { time: false }, y: {} },
      axes: [{ ...axis(panel.xLabel), size: 34 }, axis(panel.yLabel)],
      legend: { show: lines.length > 1, live: false, markers: { width: 3 } },
      cursor: { drag: { x: true, y: true, uni: 20 } },
      series: [
        {},
        ...lines.map((line, i) => ({ label: line.name, stroke: colours()[i % 6] ?? palette.text, paths: drawLine })),
      ] as uPlot.Series[],
    };
    this.plots.push(
      new uPlot(options, [null, ...lines.map(({ x, y }) => [x, y])] as unknown as uPlot.AlignedData, place),
    );
  }

  private resize(): void {
    for (const plot of this.plots) {
      const width = plot.root.parentElement?.clientWidth ?? 0;
      if (width > 100 && Math.abs(width - plot.width) > 1) plot.setSize({ width, height: plot.height });
    }
  }
}

interface Line {
  readonly name: string;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

function linesOf(panel: PlotPanel, runs: readonly RunTable[]): Line[] {
  const lines: Line[] = [];
  for (const run of runs) {
    if (panel.of.length > 0 && !panel.of.includes(run.name)) continue;
    const column = (name: string): Float64Array | undefined =>
      run.values[run.columns.findIndex((each) => each.name === name)];
    const time = run.values[0],
      x = column(panel.x) ?? time;
    if (!x || !time) continue;
    for (const name of panel.y) {
      const y = column(name);
      if (!y) continue;
      const chosen: number[] = [];
      for (let i = 0; i < y.length; ++i)
        if ((time[i] ?? 0) >= panel.from && (panel.to <= 0 || (time[i] ?? 0) <= panel.to)) chosen.push(i);
      const stride = Math.max(1, Math.ceil(chosen.length / mostPoints));
      const kept = chosen.filter((_, i) => i % stride === 0);
      lines.push({
        name: [run.name, panel.y.length > 1 ? name : ''].filter(Boolean).join(', ') || name,
        x: Float64Array.from(kept, (i) => (x[i] ?? 0) * panel.xScale),
        y: Float64Array.from(kept, (i) => (y[i] ?? 0) * panel.yScale),
      });
    }
  }
  return lines;
}

/** A line through points in the order of time: it may run back, as loops do. */
const drawLine: uPlot.Series.PathBuilder = (plot, index) => {
  const path = new Path2D();
  uPlot.orient(plot, index, (_series, xs, ys, scaleX, scaleY, toX, toY, left, top, width, height) => {
    const x = xs as unknown as Float64Array,
      y = ys as unknown as Float64Array;
    for (let i = 0; i < x.length; ++i)
      path.lineTo(toX(x[i] ?? 0, scaleX, width, left), toY(y[i] ?? 0, scaleY, height, top));
  });
  return { stroke: path };
};
