// SPDX-License-Identifier: GPL-3.0-or-later
import labWorker from 'inline:./lab-worker';
import worklet from 'inline:./worklet';
import { hasFusedMultiplyAdd } from './probe';

/** The parts of the engine that a page needs. */
export interface EngineFiles {
  readonly worklet: string; // address of the script for AudioWorklet.addModule
  readonly labWorker: string; // address of the script of the laboratory's worker
  readonly bytes: ArrayBuffer; // of the module that suits this browser
}

const modules = { fused: 'kolophon.relaxed.wasm', separate: 'kolophon.simd.wasm', laboratory: 'kolophon.lab.wasm' };

declare global {
  // eslint-disable-next-line no-var
  var kolophonModules: Record<string, string> | undefined; // base64 of the compressed bytes, by scripts beside the page
}

/** Finds out what this browser can do, and loads the module that suits it. `base`: the folder of the page. */
export async function loadEngine(base: URL, progress?: (fraction: number) => void): Promise<EngineFiles> {
  const bytes = await moduleBytes(base, hasFusedMultiplyAdd() ? modules.fused : modules.separate, progress);
  if (!WebAssembly.validate(bytes))
    throw new Error('This browser is too old: it needs WebAssembly with SIMD and exceptions (Chrome 95, Firefox 100, Safari 16.4).');
  return { worklet: scriptAddress(worklet, base), labWorker: URL.createObjectURL(new Blob([labWorker], { type: 'text/javascript' })), bytes };
}

/** Address of a script for worklets. Chromium lets the worklets of a page that was opened as a file load nothing but data. */
export function scriptAddress(script: string, base: URL): string {
  return base.protocol === 'file:'
    ? `data:text/javascript;charset=utf-8,${encodeURIComponent(script)}`
    : URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}

/** Bytes of the laboratory's module. */
export function loadLaboratory(base: URL): Promise<ArrayBuffer> {
  return moduleBytes(base, modules.laboratory);
}

async function moduleBytes(base: URL, name: string, progress?: (fraction: number) => void): Promise<ArrayBuffer> {
  if (base.protocol === 'file:') return fromScript(new URL(`${name}.js`, base), name);
  const response = await fetch(new URL(name, base));
  if (!response.ok || !response.body) throw new Error(`The engine (${name}) cannot be loaded: ${response.status}.`);
  const expected = response.headers.has('Content-Encoding') ? 0 : Number(response.headers.get('Content-Length') ?? 0);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (expected > 0) progress?.(Math.min(length / expected, 1));
  }
  return new Blob(parts).arrayBuffer();
}

/** Pages that are opened as files may not fetch: there a script beside the page holds the bytes. */
async function fromScript(address: URL, name: string): Promise<ArrayBuffer> {
  if (!globalThis.kolophonModules?.[name])
    await new Promise<void>((resolve, reject) => {
      const script = document.createElement('script');
      script.src = address.href;
      script.onload = () => resolve();
      script.onerror = () => reject(new Error(`The engine (${name}.js) cannot be loaded.`));
      document.head.append(script);
    });
  const packed = Uint8Array.from(atob(globalThis.kolophonModules?.[name] ?? ''), (letter) => letter.charCodeAt(0));
  delete globalThis.kolophonModules?.[name];
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
