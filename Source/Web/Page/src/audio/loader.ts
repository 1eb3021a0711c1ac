// SPDX-License-Identifier: GPL-3.0-or-later
import type { EngineFiles } from './engine';

/** Finds out what this browser can do, and loads the module that suits it, with the worklet: over HTTP by fetch, from
    file:// out of scripts beside the page. `base`: the folder of the page. */
export declare function loadEngine(base: URL, progress?: (fraction: number) => void): Promise<EngineFiles>;

/** Bytes of the laboratory's module, likewise. */
export declare function loadLaboratory(base: URL): Promise<ArrayBuffer>;
