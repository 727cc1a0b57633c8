/** Ctrl-C, or whoever stops processes, ended the work in order. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor(readonly exitCode: number) {
    super('interrupted');
  }
}

/** What a shell says of who was ended by these. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
type Ending = keyof typeof EXIT_CODES;
const ENDINGS = Object.keys(EXIT_CODES) as Ending[];

let underWay = 0;

/** Work that Ctrl-C ends in order, by the signal: what it wrote and did not finish is removed. @throws Interrupted */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const interrupt = (signal: Ending): void => stop.abort(new Interrupted(EXIT_CODES[signal]));
  for (const signal of ENDINGS) process.once(signal, interrupt);
  underWay += 1;
  try {
    return await work(stop.signal);
  } catch (error) {
    // Streams say in words of their own that they were ended.
    stop.signal.throwIfAborted();
    throw error;
  } finally {
    underWay -= 1;
    for (const signal of ENDINGS) process.off(signal, interrupt);
  }
}

/** Says that it was interrupted, and ends: at once where nothing is under way that ends in order, and when told a second time. */
export function endWhenInterrupted(): void {
  let told = false;
  for (const signal of ENDINGS)
    process.on(signal, () => {
      const isPatient = underWay > 0 && !told;
      told = true;
      if (isPatient) return;
      process.stderr.write('interrupted\n');
      process.exit(EXIT_CODES[signal]);
    });
}

/** A store that is asked nothing more once the signal says so: whoever reads a page at a time ends at the next. */
export const cancellableStore = <Store extends object>(store: Store, signal: AbortSignal): Store =>
  new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        signal.throwIfAborted();
        return value.apply(target, given);
      };
    },
  });

/** Characters of a whole bar. */
const WIDTH = 30;
/** A log that is not watched is told so many steps of a long work. */
const STEPS = 10;
/** Below this, work is over before anybody looks. */
const LONG = 20_000;

/**
 * Shows how far a long work is on standard error: a bar that is drawn over itself on a terminal, else a line every tenth.
 * @param what is counted, `events`
 */
export function progressBar(what: string, out = process.stderr): (done: number, of: number) => void {
  let shown = -1;
  return (done, of) => {
    if (of < LONG) return;
    const steps = out.isTTY ? 100 : STEPS;
    const step = Math.floor((done / of) * steps);
    if (step === shown) return;
    shown = step;
    const said = `${Math.floor((done / of) * 100)} % of ${of} ${what}`;
    if (!out.isTTY) return void out.write(`${said}\n`);
    const filled = '#'.repeat(Math.floor((done / of) * WIDTH)).padEnd(WIDTH, '.');
    out.write(`\r[${filled}] ${said}${done >= of ? '\n' : ''}`);
  };
}
