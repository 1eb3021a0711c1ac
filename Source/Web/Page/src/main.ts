// SPDX-License-Identifier: GPL-3.0-or-later
import { App } from './app';
import { loadCatalogue } from './audio/catalogue';
import { EngineNode } from './audio/engine';
import { Laboratory } from './audio/laboratory';
import { loadEngine, loadLaboratory } from './audio/loader';
import { make, sentence } from './dom';
import { applyTheme } from './theme';

/** Policies add up: from a server, scripts out of data, which pages that are opened as files need for their worklets, are
    refused. */
function tighten(): void {
  const policy = "script-src 'self' blob: 'wasm-unsafe-eval'";
  document.head.append(make('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }));
}

/** To be installed and used without a network: from a server only, since browsers allow neither for files. */
function install(): void {
  document.head.append(make('link', { rel: 'manifest', href: 'manifest.webmanifest' }));
  if ('serviceWorker' in navigator) navigator.serviceWorker.register('offline.js').catch(() => undefined); // works without, online
}

async function begin(): Promise<void> {
  if (location.protocol !== 'file:') tighten();
  applyTheme();
  const splash = document.getElementById('splash');
  const bar = splash?.querySelector('progress');
  try {
    const base = new URL('.', location.href);
    const files = await loadEngine(base, (fraction) => bar && (bar.value = fraction));
    const catalogue = await loadCatalogue(files.bytes);
    const app = new App({
      catalogue,
      startEngine: (context) => EngineNode.start(context, files, catalogue),
      startLaboratory: async () => Laboratory.start(files.labWorker, await loadLaboratory(base), files.bytes),
    });
    splash?.remove();
    Object.assign(window, { kolophon: app }); // for tests and curious people
    document.documentElement.dataset.ready = 'yes';
  } catch (error) {
    if (splash) splash.textContent = `Kolophon cannot start here. ${sentence(error)}`;
    splash?.classList.add('error');
  }
  if (location.protocol.startsWith('http')) install();
}

void begin();
