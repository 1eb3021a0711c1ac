(() => {
  const map = JSON.parse(document.getElementById("cells").textContent);
  const plots = [...document.querySelectorAll("svg.map")];
  const where = document.getElementById("where"), values = document.getElementById("values");
  const command = document.getElementById("command"), state = document.getElementById("state");
  const columns = map.x.values.length;
  let shown = -1, player = null;

  const show = (cell) => {
    if (cell === shown || !map.cells[cell]) return;
    shown = cell;
    const x = map.x.values[cell % columns], y = map.y.values[Math.floor(cell / columns)];
    where.textContent = `${map.x.label} ${x[1]}, ${map.y.label} ${y[1]}`;
    values.replaceChildren(...map.names.map((name, i) => {
      const pair = document.createElement("div");
      const term = document.createElement("dt"), value = document.createElement("dd");
      term.textContent = name;
      value.textContent = map.cells[cell].values[i];
      pair.append(term, value);
      return pair;
    }));
    command.textContent = `${map.command} --set ${map.x.id}=${x[0]} --set ${map.y.id}=${y[0]} -o cell.wav`;
    for (const plot of plots) {
      const rect = plot.querySelector(`rect[data-cell="${cell}"]`);
      for (const ring of plot.querySelectorAll(".mark, .halo")) {
        for (const name of ["x", "y", "width", "height"]) ring.setAttribute(name, rect.getAttribute(name));
        ring.style.visibility = "visible";
      }
    }
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

  for (const plot of plots) {
    const cellAt = (event) => event.target.dataset.cell;
    plot.addEventListener("pointermove", (event) => { if (cellAt(event) !== undefined) show(Number(cellAt(event))); });
    plot.addEventListener("click", (event) => {
      if (cellAt(event) === undefined) return;
      show(Number(cellAt(event)));
      play(shown);
    });
    plot.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (way) {
        const start = Math.max(shown, 0);
        const column = (start % columns) + way[0], row = Math.floor(start / columns) + way[1];
        if (column >= 0 && column < columns && row >= 0 && row < map.y.values.length) show(row * columns + column);
        event.preventDefault();
      } else if (event.key === "Enter" || event.key === " ") {
        if (shown >= 0) play(shown);
        event.preventDefault();
      }
    });
  }
})();
