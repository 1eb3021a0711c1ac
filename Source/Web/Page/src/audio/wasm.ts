// SPDX-License-Identifier: GPL-3.0-or-later
/** The engine's module, instantiated: on the page's thread, in the worklet, in a worker and in tests. Texts are bytes of
    UTF-8 here, because an audio worklet has neither TextEncoder nor TextDecoder. */

type Call = (...numbers: number[]) => number;

export class EngineModule {
  readonly memory: WebAssembly.Memory;
  private readonly exports: Record<string, Call>;
  private bytesNow: Uint8Array = new Uint8Array(0);
  private doublesNow: Float64Array = new Float64Array(0);
  private floatsNow: Float32Array = new Float32Array(0);

  private constructor(instance: WebAssembly.Instance) {
    this.memory = instance.exports['memory'] as WebAssembly.Memory;
    this.exports = instance.exports as unknown as Record<string, Call>;
    this.call('_initialize');
  }

  /** Compiles at once: in worklets and workers. */
  static now(bytes: BufferSource): EngineModule {
    const module = new WebAssembly.Module(bytes);
    return new EngineModule(new WebAssembly.Instance(module, importsOf(module)));
  }

  /** Compiles beside the page. */
  static async later(bytes: BufferSource): Promise<EngineModule> {
    const module = await WebAssembly.compile(bytes);
    return new EngineModule(await WebAssembly.instantiate(module, importsOf(module)));
  }

  call(name: string, ...numbers: number[]): number {
    const found = this.exports[name];
    if (!found) throw new Error(`The engine has no function ${name}.`);
    return found(...numbers);
  }

  /* Views of the memory: new ones where it has grown. */
  get bytes(): Uint8Array {
    if (this.bytesNow.buffer !== this.memory.buffer) this.bytesNow = new Uint8Array(this.memory.buffer);
    return this.bytesNow;
  }
  get doubles(): Float64Array {
    if (this.doublesNow.buffer !== this.memory.buffer) this.doublesNow = new Float64Array(this.memory.buffer);
    return this.doublesNow;
  }
  get floats(): Float32Array {
    if (this.floatsNow.buffer !== this.memory.buffer) this.floatsNow = new Float32Array(this.memory.buffer);
    return this.floatsNow;
  }

  allocate(size: number): number {
    const place = this.call('malloc', size);
    if (place === 0) throw new Error('The engine has run out of memory.');
    return place;
  }

  /** Calls with the address of a text that ends with a zero byte; null: with no address. */
  withText<T>(text: Uint8Array | null, use: (place: number) => T): T {
    if (text === null) return use(0);
    const place = this.allocate(text.length + 1);
    try {
      const bytes = this.bytes;
      bytes.set(text, place);
      bytes[place + text.length] = 0;
      return use(place);
    } finally {
      this.call('free', place);
    }
  }

  /** A copy of the text at an address; empty for none. */
  textAt(place: number): Uint8Array {
    if (place === 0) return new Uint8Array(0);
    return this.bytes.slice(place, this.bytes.indexOf(0, place));
  }

  /** A copy of numbers at an address. */
  numbersAt(place: number, count: number): Float64Array {
    return this.doubles.slice(place / 8, place / 8 + count);
  }
}

/** Some functions of WASI that the C library mentions. Nothing has a file or a clock here: all refuse. */
function importsOf(module: WebAssembly.Module): WebAssembly.Imports {
  const notSupported = 52; // ENOSYS
  const imports: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module))
    if (kind === 'function')
      (imports[from] ??= {})[name] =
        name === 'proc_exit'
          ? () => {
              throw new Error('The engine has ended itself.');
            }
          : () => notSupported;
  return imports;
}
