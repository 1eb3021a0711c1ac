// SPDX-License-Identifier: GPL-3.0-or-later
import type { ExperimentInfo, FromLaboratory, LabResult, PlayMap, ToLaboratory } from './protocol';

interface Request {
  readonly resolve: (found: never) => void;
  readonly reject: (error: Error) => void;
  readonly progress?: ((fraction: number) => void) | undefined;
  readonly update?: ((map: PlayMap) => void) | undefined;
}

/** The laboratory in a worker of its own. */
export class Laboratory {
  experiments: readonly ExperimentInfo[] = [];
  private readonly requests = new Map<number, Request>();
  private lastRequest = 0;

  private constructor(private readonly worker: Worker) {
    worker.onmessage = ({ data }: MessageEvent<FromLaboratory>) => this.hear(data);
    worker.onerror = (event) => {
      const error = new Error(`The laboratory has stopped: ${event.message}`);
      for (const { reject } of this.requests.values()) reject(error);
      this.requests.clear();
    };
  }

  /** `worker`: address of its script, `laboratory` and `engine`: bytes of the modules, see loader.ts. */
  static start(worker: string, laboratory: ArrayBuffer, engine: ArrayBuffer): Promise<Laboratory> {
    const found = new Laboratory(new Worker(worker));
    return new Promise((resolve, reject) => {
      found.requests.set(0, { resolve, reject });
      found.say({ type: 'start', laboratory, engine });
    });
  }

  run(id: string, progress?: (fraction: number) => void): Promise<LabResult> {
    return new Promise((resolve, reject) => {
      const request = ++this.lastRequest;
      this.requests.set(request, { resolve, reject, progress });
      this.say({ type: 'run', request, id });
    });
  }

  /** Plays a map of Helmholtz motion over position and force for a sound (JSON as of EngineNode.toJson()) and key;
      `update` is called with what is there so far. A later call ends an earlier one, which then rejects. */
  map(json: string, key: number, columns: number, rows: number, update: (map: PlayMap) => void): Promise<PlayMap> {
    return new Promise((resolve, reject) => {
      const request = ++this.lastRequest;
      this.requests.set(request, { resolve, reject, update });
      this.say({ type: 'map', request, json, key, columns, rows });
    });
  }

  close(): void {
    this.worker.terminate();
  }

  private say(what: ToLaboratory): void {
    this.worker.postMessage(what);
  }

  private hear(said: FromLaboratory): void {
    const request = 'request' in said ? said.request : 0, asked = this.requests.get(request);
    const finish = (found: unknown): void => {
      this.requests.delete(request);
      asked?.resolve(found as never);
    };
    switch (said.type) {
      case 'ready':
        this.experiments = said.experiments;
        finish(this);
        break;
      case 'progress':
        asked?.progress?.(said.fraction);
        break;
      case 'map':
        asked?.update?.(said.map);
        if (said.done) finish(said.map);
        break;
      case 'result':
        finish(said.result);
        break;
      case 'error':
        this.requests.delete(request);
        asked?.reject(new Error(said.error));
        break;
    }
  }
}
