export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor(readonly exitCode: number) {
    super('interrupted');
  }
}

/** Exit codes that shells report for a process ended by these signals. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
type Ending = keyof typeof EXIT_CODES;
const ENDINGS = Object.keys(EXIT_CODES) as Ending[];

let underWay = 0;

/**
 * Runs `work`, and aborts it at SIGINT or SIGTERM. On abort, `work` must remove its unfinished files.
 * @throws Interrupted
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const interrupt = (signal: Ending): void => stop.abort(new Interrupted(EXIT_CODES[signal]));
  for (const signal of ENDINGS) process.once(signal, interrupt);
  underWay += 1;
  try {
    return await work(stop.signal);
  } catch (error) {
    // Throw the reason of the abort, because an aborted stream throws another error.
    stop.signal.throwIfAborted();
    throw error;
  } finally {
    underWay -= 1;
    for (const signal of ENDINGS) process.off(signal, interrupt);
  }
}

/**
 * Ends the process at the first SIGINT or SIGTERM. While `interruptible` work runs, only the second signal ends
 * the process.
 */
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

const WIDTH = 30;
const STEPS = 10;
const LONG = 20_000;

/**
 * A terminal shows a bar. Elsewhere, a line is written for each tenth of the work.
 * @param what unit of the work, such as `events`
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
