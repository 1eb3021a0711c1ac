// SPDX-License-Identifier: GPL-3.0-or-later
/// <reference lib="webworker" />
/** The page without a network: keeps what it is made of, by its version, and asks the network for nothing else. The
    list and the version are written by build.mjs. */
declare const FILES: readonly string[];
declare const LATER: readonly string[]; // kept when they are first used
declare const VERSION: string;
export {};
const worker = self as unknown as ServiceWorkerGlobalScope;
const name = `kolophon-${VERSION}`;

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(name)
      // From the server: the browser's own cache may still have files of the version before.
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' }))))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((keys) =>
        Promise.all(
          keys.filter((key) => key.startsWith('kolophon-') && key !== name).map((key) => caches.delete(key)),
        ),
      )
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== 'GET' || address.origin !== worker.location.origin) return;
  const file = address.pathname.slice(new URL(worker.registration.scope).pathname.length) || 'index.html';
  if (!FILES.includes(file) && !LATER.includes(file)) return;
  event.respondWith(answer(file, event.request));
});

async function answer(file: string, request: Request): Promise<Response> {
  const cache = await caches.open(name),
    kept = await cache.match(file);
  if (kept) return kept;
  const response = await fetch(new Request(request.url, { cache: 'reload' }));
  if (response.ok) await cache.put(file, response.clone()).catch(() => undefined); // a full disk: it works online
  return response;
}
