// Draws the figures of a page with uPlot: what figures[NAME] holds (Source/Reports/Pages/Plot.h) into the element whose data-figure is NAME.
// Dragging zooms, a double click or 0 shows all; + and - zoom, arrow keys move; names of the legend hide and show curves.
const plots = (() => {
  const dashes = [[], [9, 5], [2, 4], [9, 4, 2, 4]], letters = "12px system-ui, sans-serif", grey = "#555";

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const short = (value) => (value === null || value === undefined ? "–" : String(Number(value.toPrecision(5))));
  const each = (curve, act) => {
    for (let i = 0; i < curve.x.length; ++i) act(curve.x[i], curve.y[i]);
  };

  /** Round numbers from low to high: steps of 1, 2 or 5 times a power of ten; on a logarithmic axis of decades, or 1, 2 and 5 of each. */
  const ticks = (axis, low, high, most) => {
    const found = [];
    if (axis.names?.length) return axis.names.map((_, i) => i);
    if (axis.log && high / low >= 8) {
      const decades = Math.log10(high / low), every = Math.ceil(decades / most);
      const factors = decades < 0.4 * most ? [1, 2, 5] : [1];
      for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); ++e)
        if (e % every === 0) for (const factor of factors) found.push(Number((factor * 10 ** e).toPrecision(3)));
    } else {
      const decade = 10 ** Math.floor(Math.log10((high - low) / most));
      const step = decade * ([1, 2, 5].find((factor) => factor * decade * most >= high - low) ?? 10);
      for (let i = Math.ceil(low / step); i * step <= high * (1 + 1e-12) + 1e-300; ++i) found.push(Number((i * step).toPrecision(8)));
    }
    return found.filter((tick) => tick >= low && tick <= high);
  };

  /** Ends of an axis around all its values, with some room. */
  const wholeRange = (axis, values, room) => {
    if (axis.range?.length === 2) return axis.range;
    let low = Infinity, high = -Infinity;
    for (const value of values) {
      if (typeof value !== "number" || (axis.log && value <= 0)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    if (low > high) return axis.log ? [1, 10] : [0, 1];
    if (axis.log) {
      const factor = high > low ? (high / low) ** room : 2;
      return [low / factor, high * factor];
    }
    const pad = high > low ? room * (high - low) : Math.max(1e-6, 0.1 * Math.abs(high));
    return [low - pad, high + pad];
  };

  /** The curves' widths: one that others hide is wider beneath them. */
  const seenWidths = (curves, at) => {
    const hides = (above, below) => {
      let near = 0, all = 0;
      const points = below.x.map((x, i) => [x, below.y[i]]).filter(([x]) => x !== null);
      for (let i = 0; i < points.length; i += Math.ceil(points.length / 60), ++all) {
        const [x, y] = at(...points[i]);
        for (let k = 1; k < above.x.length; ++k) {
          if (above.x[k] === null || above.x[k - 1] === null) continue;
          const [ax, ay] = at(above.x[k - 1], above.y[k - 1]), [bx, by] = at(above.x[k], above.y[k]);
          const dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy;
          const t = length > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
          if (Math.hypot(x - ax - t * dx, y - ay - t * dy) < 1.2) {
            ++near;
            break;
          }
        }
      }
      return all > 1 && near >= 0.8 * all;
    };
    const widths = curves.map((curve) => curve.width);
    for (let i = curves.length; i-- > 0; )
      for (let k = i + 1; k < curves.length; ++k)
        if (!curves[i].marks && !curves[k].marks && hides(curves[k], curves[i])) widths[i] = Math.max(widths[i], widths[k] + 2.4);
    return widths;
  };

  /** A panel in `host`; { plot, whole }. `painters`: further drawing below and above the curves. */
  const chart = (host, panel, size, painters = {}) => {
    const { x, y, curves } = panel, hidden = new Set();
    const wholeX = wholeRange(x, curves.flatMap((curve) => curve.x), 0.02), wholeY = wholeRange(y, curves.flatMap((curve) => curve.y), 0.05);
    let widths = null;

    const draw = (plot) => {
      const { ctx, bbox } = plot, ratio = uPlot.pxRatio;
      const at = (px, py) => [plot.valToPos(px, "x", true), plot.valToPos(py, "y", true)];
      widths ??= seenWidths(curves, (px, py) => at(px, py).map((place) => place / ratio));
      ctx.save();
      ctx.beginPath();
      ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
      ctx.clip();
      painters.below?.(plot, ctx, at);
      curves.forEach((curve, index) => {
        if (hidden.has(index)) return;
        ctx.beginPath();
        let pen = false;
        each(curve, (px, py) => {
          const shown = typeof px === "number" && typeof py === "number" && (!x.log || px > 0) && (!y.log || py > 0);
          if (shown && curve.marks) {
            const [cx, cy] = at(px, py);
            ctx.moveTo(cx + 1.5 * curve.width * ratio, cy);
            ctx.arc(cx, cy, 1.5 * curve.width * ratio, 0, 7);
          } else if (shown) ctx[pen ? "lineTo" : "moveTo"](...at(px, py));
          pen = shown;
        });
        ctx.lineJoin = "round";
        ctx.fillStyle = ctx.strokeStyle = curve.colour;
        if (curve.marks) {
          ctx.fill();
          ctx.strokeStyle = "#0005"; // a pale mark has an edge
          ctx.lineWidth = 0.5 * ratio;
          ctx.stroke();
          return;
        }
        ctx.setLineDash(dashes[(curve.dash - 1) % 4].map((length) => length * ratio));
        if (curve.halo) {
          ctx.strokeStyle = "#fff";
          ctx.lineWidth = (widths[index] + 3) * ratio;
          ctx.stroke();
          ctx.strokeStyle = curve.colour;
        }
        ctx.lineWidth = widths[index] * ratio;
        ctx.stroke();
        ctx.setLineDash([]);
      });
      painters.above?.(plot, ctx, at);
      ctx.restore();
    };

    const axis = (what, most, more) => ({
      label: what.label, font: letters, labelFont: letters, labelSize: 18, stroke: "#1a1a1a", grid: { stroke: "#e2e2e2", width: 1 },
      ticks: { stroke: grey, size: 5 }, splits: (_plot, _index, low, high) => ticks(what, low, high, most), filter: (_plot, splits) => splits,
      values: (_plot, values) => values.map((value) => (what.names?.length ? what.names[value] ?? "" : short(value))), ...more,
    });
    const scale = (what, ends) => ({ time: false, distr: what.log ? 3 : 1, range: (_plot, low, high) => (Number.isFinite(low) ? [low, high] : ends) });
    const longest = Math.max(0, ...(y.names ?? []).map((name) => name.length));
    const plot = new uPlot(
      {
        ...size, legend: { show: false }, scales: { x: scale(x, wholeX), y: scale(y, wholeY) },
        axes: [axis(x, Math.max(3, size.width / 80), { size: 34 }), axis(y, Math.max(3, size.height / 45), { size: Math.max(52, 14 + 7 * longest) })],
        series: [{}, { show: true, stroke: "transparent", points: { show: false } }],
        cursor: { drag: { x: true, y: true, uni: 12 }, points: { show: false }, bind: { dblclick: () => () => whole() } },
        hooks: { draw: [draw], setCursor: [(self) => painters.cursor?.(self)] },
      },
      [wholeX, wholeY], host);
    const show = ([x0, x1], [y0, y1]) => plot.batch(() => {
      plot.setScale("x", { min: x0, max: x1 });
      plot.setScale("y", { min: y0, max: y1 });
    });
    const whole = () => show(wholeX, wholeY);
    whole();

    /** Ends of an axis, moved by a fraction of its length and zoomed round its middle. */
    const moved = (key, log, by, zoom) => {
      const ends = [plot.scales[key].min, plot.scales[key].max].map((end) => (log ? Math.log(end) : end));
      const middle = 0.5 * (ends[0] + ends[1]) + by * (ends[1] - ends[0]), half = 0.5 * zoom * (ends[1] - ends[0]);
      return [middle - half, middle + half].map((end) => (log ? Math.exp(end) : end));
    };
    host.addEventListener("keydown", (event) => {
      const [dx, dy, zoom] = { ArrowLeft: [-0.2, 0, 1], ArrowRight: [0.2, 0, 1], ArrowUp: [0, 0.2, 1], ArrowDown: [0, -0.2, 1],
                               "+": [0, 0, 0.5], "-": [0, 0, 2] }[event.key] ?? [];
      if (painters.key?.(event)) event.preventDefault();
      else if (event.key === "0") whole();
      else if (zoom) {
        show(moved("x", x.log, dx, zoom), moved("y", y.log, dy, zoom));
        event.preventDefault();
      }
    });
    const toggle = (index, on) => {
      hidden[on ? "delete" : "add"](index);
      plot.redraw();
    };
    return { plot, toggle, wholeX, wholeY };
  };

  const legend = (panel, toggle) => {
    const list = make("div", { class: "legend" });
    panel.curves.forEach((curve, index) => {
      if (!curve.title) return;
      const sign = make("i", { class: curve.marks ? "dot" : `line dash${curve.dash}` });
      sign.style.color = curve.colour;
      const button = make("button", { type: "button", "aria-pressed": "true" }, sign, curve.title);
      button.addEventListener("click", () => {
        const on = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", on);
        toggle(index, on);
      });
      list.append(button);
    });
    return list;
  };

  /** The numbers of a figure, made when somebody opens them. */
  const numbers = (figure) => {
    const most = 5000, box = make("details", { class: "numbers" }, make("summary", {}, "Numbers of this figure"));
    box.addEventListener("toggle", () => {
      if (!box.open || box.children.length > 1) return;
      for (const panel of figure.panels) {
        const body = make("tbody");
        let rows = 0;
        for (const curve of panel.curves)
          each(curve, (x, y) => {
            if (x === null || ++rows > most) return;
            body.append(make("tr", {}, ...[curve.title || "–", short(x), panel.y.names?.[y] ?? short(y)].map((text) => make("td", {}, text))));
          });
        const head = ["curve", panel.x.label, panel.y.label || "state"].map((text) => make("th", { scope: "col" }, text));
        box.append(make("div", { class: "wide" }, make("table", {}, make("caption", {}, panel.title), make("thead", {}, make("tr", {}, ...head)), body)));
        if (rows > most) box.append(make("p", {}, `The first ${most} of ${rows} points.`));
      }
    });
    return box;
  };

  const words = (panel) => {
    const names = panel.curves.map((curve) => curve.title).filter(Boolean);
    return `${panel.title ? `${panel.title}: ` : ""}${panel.y.label || "state"} over ${panel.x.label}${names.length ? `; ${names.join(", ")}` : ""}`;
  };

  const draw = (place, figure) => {
    const columns = Math.min(figure.columns, figure.panels.length), width = figure.wide || columns === 1 ? 640 : 440;
    const grid = make("div", { class: "plots", role: "group", "aria-label": figure.title });
    grid.style.setProperty("--columns", columns);
    place.prepend(grid);
    for (const panel of figure.panels) {
      const host = make("div", { class: "chart", tabindex: "0", role: "img", "aria-label": words(panel) });
      const box = make("div", { class: "panel" }, make("h3", {}, panel.title), host);
      grid.append(box);
      const { toggle } = chart(host, panel, { width, height: figure.wide ? 260 : 340 });
      box.append(legend(panel, toggle));
    }
    place.append(numbers(figure));
  };

  const drawAll = () => {
    const figures = JSON.parse(document.getElementById("figures").textContent);
    for (const place of document.querySelectorAll("figure[data-figure]"))
      if (figures[place.dataset.figure]) draw(place, figures[place.dataset.figure]);
  };
  return { chart, legend, make, numbers, drawAll };
})();
