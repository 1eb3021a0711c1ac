// SPDX-License-Identifier: GPL-3.0-or-later
// node build.mjs --engine DIR --out DIR [--dev]: makes the page out of src and of the engine's modules in DIR.
import * as esbuild from 'esbuild';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const { values: options } = parseArgs({ options: { engine: { type: 'string' }, out: { type: 'string' }, dev: { type: 'boolean', default: false } } });
if (!options.engine || !options.out) {
  console.error('Usage: node build.mjs --engine DIR --out DIR [--dev]');
  process.exit(2);
}
const out = options.out;
mkdirSync(out, { recursive: true });

const common = {
  bundle: true, format: 'iife', target: ['chrome114', 'firefox115', 'safari16.4'], minify: !options.dev, charset: 'utf8',
  sourcemap: options.dev ? 'inline' : false, legalComments: 'none', logLevel: 'warning', absWorkingDir: here,
};
const bundle = async (entry, more = {}) => (await esbuild.build({ ...common, entryPoints: [join(here, 'src', entry)], write: false, ...more })).outputFiles[0].contents;
const put = (name, contents) => writeFileSync(join(out, name), contents);

/** `import text from 'inline:./worklet'`: the bundled script as a text, for blob addresses, which work over HTTP and from files. */
const inline = {
  name: 'inline',
  setup(build) {
    build.onResolve({ filter: /^inline:/ }, (found) => ({ path: join(found.resolveDir, `${found.path.slice('inline:'.length)}.ts`), namespace: 'inline' }));
    build.onLoad({ filter: /.*/, namespace: 'inline' }, async ({ path }) => {
      const script = await esbuild.build({ ...common, sourcemap: false, entryPoints: [path], write: false, metafile: true });
      const watchFiles = Object.keys(script.metafile.inputs).map((file) => join(here, file));
      return { contents: script.outputFiles[0].text, loader: 'text', watchFiles };
    });
  },
};
