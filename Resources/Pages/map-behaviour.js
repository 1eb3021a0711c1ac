(() => {
  const map = JSON.parse(document.getElementById("cells").textContent);
  const figures = JSON.parse(document.getElementById("figures").textContent);
  const where = document.getElementById("where"), values = document.getElementById("values");
  const command = document.getElementById("command"), state = document.getElementById("state");
  const columns = map.x.values.length, rows = map.y.values.length, charts = [];
  let shown = -1, player = null;

  const show = (cell) => {
    if (cell === shown || !map.cells[cell]) return;
    shown = cell;
    const x = map.x.values[cell % columns], y = map.y.values[Math.floor(cell / columns)];
    where.textContent = `${map.x.label} ${x[1]}, ${map.y.label} ${y[1]}`;
    values.replaceChildren(...map.names.map((name, i) =>
      plots.make("div", {}, plots.make("dt", {}, name), plots.make("dd", {}, map.cells[cell].values[i]))));
    command.textContent = `${map.command} --set ${map.x.id}=${x[0]} --set ${map.y.id}=${y[0]} -o cell.wav`;
    for (const chart of charts) chart.plot.redraw(false);
  };

  const play = (cell) => {
    const file = map.cells[cell] && map.cells[cell].sound;
    if (!file) return;
    if (player) player.pause();
    player = new Audio(file);
    const mine = player;
    const tell = (text) => { if (player === mine) state.textContent = text; };
    mine.onended = () => tell("");
    mine.onerror = () => tell(`${file} cannot be played; keep it in the folder of this page`);
    mine.play().then(() => tell(`playing ${file}`), () => tell(`${file} cannot be played; keep it in the folder of this page`));
  };

  /** The place of a value between the borders of cells; -1 outside of them. */
  const between = (borders, value) => borders.findIndex((border, i) => i + 1 < borders.length && value >= border && value < borders[i + 1]);
  const cellAt = (plot) => {
    const { left, top } = plot.cursor;
    if (left === undefined || left < 0) return -1;
    const column = between(map.x.borders, plot.posToVal(left, "x")), row = between(map.y.borders, plot.posToVal(top, "y"));
    return column < 0 || row < 0 ? -1 : row * columns + column;
  };
  const rectangle = (at, cell) => {
    const column = cell % columns, row = Math.floor(cell / columns);
    const [left, low] = at(map.x.borders[column], map.y.borders[row]), [right, high] = at(map.x.borders[column + 1], map.y.borders[row + 1]);
    return [left, high, right - left, low - high];
  };

  const key = (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (way) {
      const start = Math.max(shown, 0), column = (start % columns) + way[0], row = Math.floor(start / columns) + way[1];
      if (column >= 0 && column < columns && row >= 0 && row < rows) show(row * columns + column);
      return true;
    }
    if (event.key !== "Enter" && event.key !== " ") return false;
    if (shown >= 0) play(shown);
    return true;
  };

  /** The colours of a map beside it: its regimes and their shares, or a scale. */
  const sideOf = ({ key: regimes, bar }) => {
    const side = plots.make("div", { class: "side" });
    for (const { colour, name, share } of regimes ?? []) {
      const sign = plots.make("i");
      sign.style.background = colour;
      side.append(plots.make("p", {}, sign, name, plots.make("small", {}, share)));
    }
    if (bar) {
      const scale = plots.make("div", { class: "bar" });
      scale.style.background = `linear-gradient(to top, ${bar.colours.join(", ")})`;
      for (const [place, text] of bar.ticks) {
        const tick = plots.make("span", {}, text);
        tick.style.bottom = `${100 * place}%`;
        scale.append(tick);
      }
      side.append(scale, plots.make("small", { class: "unit" }, bar.label));
    }
    return side;
  };

  for (const place of document.querySelectorAll("figure[data-figure]")) {
    const figure = figures[place.dataset.figure], panel = figure.panels[0], { colours } = figure;
    const host = plots.make("div", { class: "chart", tabindex: "0", role: "group", "aria-label": figure.title, "aria-description": figure.caption });
    const row = plots.make("div", { class: "map" }, host, sideOf(figure));
    place.querySelector("h2").after(row);
    const chart = plots.chart(host, panel, { width: 500, height: 440 }, {
      below: (_plot, ctx, at) => colours.forEach((colour, cell) => {
        if (!colour) return;
        const [left, top, wide, tall] = rectangle(at, cell);
        ctx.fillStyle = colour;
        ctx.fillRect(Math.round(left), Math.round(top), Math.round(left + wide) - Math.round(left), Math.round(top + tall) - Math.round(top));
      }),
      above: (_plot, ctx, at) => {
        if (shown < 0) return;
        for (const [width, colour] of [[5, "#fff"], [2.5, "#000"]]) {
          ctx.lineWidth = width;
          ctx.strokeStyle = colour;
          ctx.strokeRect(...rectangle(at, shown));
        }
      },
      cursor: (plot) => show(cellAt(plot)),
      key,
    });
    charts.push(chart);
    chart.plot.over.addEventListener("click", () => {
      const cell = cellAt(chart.plot);
      if (cell < 0 || !map.cells[cell]) return;
      show(cell);
      play(cell);
    });
    row.after(plots.legend(panel, chart.toggle));
  }
})();
