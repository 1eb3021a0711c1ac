// SPDX-License-Identifier: GPL-3.0-or-later
// node build.mjs --engine DIR --out DIR [--dev]: makes the page out of src and of the engine's modules in DIR.
import * as esbuild from 'esbuild';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const { values: options } = parseArgs({
  options: { engine: { type: 'string' }, out: { type: 'string' }, dev: { type: 'boolean', default: false } },
});
if (!options.engine || !options.out) {
  console.error('Usage: node build.mjs --engine DIR --out DIR [--dev]');
  process.exit(2);
}
const out = options.out;
mkdirSync(out, { recursive: true });

const common = {
  bundle: true,
  format: 'iife',
  target: ['chrome114', 'firefox115', 'safari16.4'],
  minify: !options.dev,
  charset: 'utf8',
  sourcemap: options.dev ? 'inline' : false,
  legalComments: 'none',
  logLevel: 'warning',
  absWorkingDir: here,
};
const bundle = async (entry, more = {}) =>
  (await esbuild.build({ ...common, entryPoints: [join(here, 'src', entry)], write: false, ...more })).outputFiles[0]
    .contents;
const put = (name, contents) => writeFileSync(join(out, name), contents);

/** `import text from 'inline:./worklet'`: the bundled script as a text, for blob addresses, which work over HTTP and
    from files. */
const inline = {
  name: 'inline',
  setup(build) {
    build.onResolve({ filter: /^inline:/ }, (found) => ({
      path: join(found.resolveDir, `${found.path.slice('inline:'.length)}.ts`),
      namespace: 'inline',
    }));
    build.onLoad({ filter: /.*/, namespace: 'inline' }, async ({ path }) => {
      const script = await esbuild.build({
        ...common,
        sourcemap: false,
        entryPoints: [path],
        write: false,
        metafile: true,
      });
      const watchFiles = Object.keys(script.metafile.inputs).map((file) => join(here, file));
      return { contents: script.outputFiles[0].text, loader: 'text', watchFiles };
    });
  },
};

const scripts = { plugins: [inline] };
put('page.js', await bundle('main.ts', scripts));

const styles = [
  readFileSync(join(here, 'node_modules/uplot/dist/uPlot.min.css'), 'utf8'),
  readFileSync(join(here, 'src/style/page.css'), 'utf8'),
];
put(
  'page.css',
  (await esbuild.transform(styles.join('\n'), { loader: 'css', minify: !options.dev, target: common.target })).code,
);
copyFileSync(join(here, 'src/index.html'), join(out, 'index.html'));
for (const font of ['Inter-Regular.otf', 'Inter-SemiBold.otf'])
  copyFileSync(join(root, 'Resources/Fonts', font), join(out, font));
for (const name of readdirSync(join(here, 'icons'))) copyFileSync(join(here, 'icons', name), join(out, name));
for (const licence of ['LICENSE', 'THIRD-PARTY.md']) copyFileSync(join(root, licence), join(out, licence));

put(
  'manifest.webmanifest',
  JSON.stringify(
    {
      name: 'Kolophon',
      short_name: 'Kolophon',
      description: 'Bow a string, a glass, a saw or a door hinge: a physical model of friction.',
      id: './',
      start_url: './',
      scope: './',
      display: 'standalone',
      background_color: '#14161a',
      theme_color: '#14161a',
      categories: ['music', 'education'],
      icons: [
        { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    null,
    1,
  ),
);

// The engine: modules for servers, and the same bytes, compressed, in scripts for pages that are opened as files.
const modules = readdirSync(options.engine)
  .filter((name) => name.endsWith('.wasm'))
  .sort();
for (const name of modules) {
  const bytes = readFileSync(join(options.engine, name));
  put(name, bytes);
  const packed = gzipSync(bytes, { level: 9 }).toString('base64');
  put(`${name}.js`, `(globalThis.kolophonModules ??= {})[${JSON.stringify(name)}] = ${JSON.stringify(packed)};\n`);
}

// Without a network: everything but the modules at once, those when they are first used.
const files = [
  'index.html',
  'page.js',
  'page.css',
  'Inter-Regular.otf',
  'Inter-SemiBold.otf',
  'icon.svg',
  'icon-192.png',
  'manifest.webmanifest',
];
const hash = createHash('sha256');
for (const name of [...files, ...modules]) hash.update(name).update(readFileSync(join(out, name)));
put(
  'offline.js',
  await bundle('offline.ts', {
    define: {
      FILES: JSON.stringify(files),
      LATER: JSON.stringify(modules),
      VERSION: JSON.stringify(hash.digest('hex').slice(0, 12)),
    },
  }),
);

const size = (name) => gzipSync(readFileSync(join(out, name)), { level: 9 }).length;
console.log(
  readdirSync(out)
    .map(
      (name) =>
        `${name}: ${Math.round(statSync(join(out, name)).size / 1024)} kB, ${Math.round(size(name) / 1024)} kB compressed`,
    )
    .join('\n'),
);
