// SPDX-License-Identifier: GPL-3.0-or-later
import type { ExperimentInfo, LabResult, PlayMap } from './protocol';

/** The laboratory in a worker of its own. */
export declare class Laboratory {
  /** `worker`: script of the worker, lab-worker.ts. */
  static start(worker: string | URL, bytes: ArrayBuffer): Promise<Laboratory>;
  readonly experiments: readonly ExperimentInfo[];
  run(id: string, progress?: (fraction: number) => void): Promise<LabResult>;
  /** Plays a map of Helmholtz motion over position and force for a sound (JSON as of EngineNode.toJson()) and key;
      `update` is called with what is there so far. A later call ends an earlier one, which then rejects. */
  map(json: string, key: number, columns: number, rows: number, update: (map: PlayMap) => void): Promise<PlayMap>;
  close(): void;
}
