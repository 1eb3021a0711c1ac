// SPDX-License-Identifier: GPL-3.0-or-later
import type { BodyMesh } from '../audio/protocol';
import { make, sheet } from '../dom';
import type { Session } from '../session';

const svgNamespace = 'http://www.w3.org/2000/svg';

function picture(
  width: number,
  height: number,
  paths: readonly { d: string; className: string; width?: number }[],
): SVGSVGElement {
  const svg = document.createElementNS(svgNamespace, 'svg');
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('class', 'choice-picture');
  svg.setAttribute('aria-hidden', 'true');
  for (const { d, className, width: stroke } of paths) {
    const path = document.createElementNS(svgNamespace, 'path');
    path.setAttribute('d', d);
    path.setAttribute('class', className);
    if (stroke) path.setAttribute('stroke-width', String(stroke));
    svg.append(path);
  }
  return svg;
}

/** The body at rest, out of the mesh that the Stage draws. */
export function bodyPicture(mesh: BodyMesh): SVGSVGElement {
  const at = (i: number): string =>
    `${(60 + 38 * (mesh.rest[2 * i] ?? 0)).toFixed(1)} ${(30 + 38 * (mesh.rest[2 * i + 1] ?? 0)).toFixed(1)}`;
  const paths: { d: string; className: string; width?: number }[] = mesh.scenery.map((polygon) => {
    const corners = Array.from(
      { length: polygon.length / 2 },
      (_, i) => `${(60 + 38 * (polygon[2 * i] ?? 0)).toFixed(1)} ${(30 + 38 * (polygon[2 * i + 1] ?? 0)).toFixed(1)}`,
    );
    return { d: `M${corners.join('L')}Z`, className: 'scenery' };
  });
  for (const line of mesh.lines)
    paths.push({
      d: `M${Array.from(line.points, at).join('L')}${line.closed ? 'Z' : ''}`,
      className: 'body-line',
      width: line.weight < 1 ? 0.6 : Math.min(3, 0.6 + line.weight / 2),
    });
  if (mesh.lines.length === 0)
    // the block between its stops
    paths.push(
      { d: 'M14 46H106M14 46V18M106 46V18', className: 'scenery-line', width: 3 },
      { d: 'M56 45V24H80V45Z', className: 'body-line', width: 2 },
    );
  return picture(120, 60, paths);
}

const speeds = Float64Array.from({ length: 24 }, (_, i) => (1.2 * (i + 0.03) ** 2) / 23 ** 2);

/** Friction over speed of steady sliding, as the law has it at its defaults. */
function lawPicture(session: Session, law: number): SVGSVGElement {
  const values = Float64Array.from(session.catalogue.parameters, (info) => info.defaultValue);
  values[session.info('contact.law').index] = law;
  const forces = session.catalogue.steadyFriction(0, values, speeds);
  const most = Math.max(...forces, 1e-6);
  const at = (i: number, sign: number): string => {
    const x = 60 + sign * 52 * Math.sqrt((speeds[i] ?? 0) / 1.2),
      y = 30 - (sign * 24 * (forces[i] ?? 0)) / most;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const count = speeds.length,
    points: string[] = [];
  for (let i = count - 1; i >= 0; --i) points.push(at(i, -1));
  for (let i = 0; i < count; ++i) points.push(at(i, 1));
  return picture(120, 60, [
    { d: 'M4 30H116M60 4V56', className: 'axis' },
    { d: `M${points.join('L')}`, className: 'law-line', width: 2 },
  ]);
}

interface Choice {
  readonly name: string;
  readonly words: string;
  readonly picture: SVGSVGElement;
}

/** A sheet of pictures to choose from; one of them is pressed. Its window closes by itself. */
function choose(
  title: string,
  className: string,
  choices: readonly Choice[],
  now: () => number,
  take: (index: number) => void,
): () => void {
  const { dialog, body } = sheet(title, `choices ${className}`);
  const buttons = choices.map((choice, i) => {
    const button = make(
      'button',
      {
        type: 'button',
        class: 'choice',
        onclick: () => {
          take(i);
          dialog.close();
        },
      },
      choice.picture,
      make('strong', {}, choice.name),
      make('span', {}, choice.words),
    );
    body.append(button);
    return button;
  });
  return () => {
    buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(i === now())));
    dialog.showModal();
    buttons[now()]?.focus();
  };
}

export function bodyChooser(session: Session): () => void {
  const { catalogue } = session;
  let open: (() => void) | null = null;
  return () => {
    open ??= choose(
      'Body',
      'bodies',
      catalogue.bodies.map((body, i) => ({
        name: body.name,
        words: body.summary,
        picture: bodyPicture(catalogue.mesh(i)),
      })),
      () => session.get('body.type'),
      (i) => session.set('body.type', i),
    );
    open();
  };
}

export function lawChooser(session: Session, id: 'contact.law' | 'contact_b.law'): () => void {
  const { catalogue } = session;
  let open: (() => void) | null = null;
  return () => {
    open ??= choose(
      id === 'contact.law' ? 'Friction law' : 'Friction law of B',
      id.replace('.', '-'),
      catalogue.laws.map((law, i) => ({
        name: law.name,
        words: law.summary,
        picture: lawPicture(session, i),
      })),
      () => session.get(id),
      (i) => session.set(id, i),
    );
    open();
  };
}
