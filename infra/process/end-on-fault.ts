import pino from 'pino';

export interface EndOnFault {
  /** What its log line says of who it is, as the log of the process does. */
  readonly base?: Readonly<Record<string, unknown>>;
  readonly level?: string;
  /** Where it logs; default 1, standard output. */
  readonly fd?: 1 | 2;
  /** Closes in order, as when the process is told to end. */
  readonly end: () => unknown;
  /** What the process, or the thread, ends with; default 1. */
  readonly code?: () => number;
  /** Ends all the same after this long; default 9.5 s: whoever restarts us waits for ten. */
  readonly withinMs?: number;
}

const WITHIN_MS = 9_500;

/**
 * The last defence: a rejection or exception that nobody handled is logged once, and the process ends in order. It may have
 * left anything half done, so going on is no choice; cutting off everybody else's work is none either. In a thread it is
 * the thread that ends, for whoever started it to start it again.
 */
export function endOnFault(options: EndOnFault): void {
  const { base, level = 'fatal', fd = 1, end, code = () => 1, withinMs = WITHIN_MS } = options;
  // Written at once: a thread that ends takes along what its log has not written yet.
  const logger = pino({ level, ...(base && { base }) }, pino.destination({ dest: fd, sync: true }));
  let ending = false;
  const handle = (kind: string, fault: unknown): void => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(code()), withinMs).unref();
    try {
      logger.fatal({ kind, fault: describeFault(fault) }, 'a fault that nobody handled: ending in order');
    } catch {
      // Whoever reads the log is gone; ending is what matters.
    }
    Promise.resolve()
      .then(end)
      .catch(() => undefined)
      .finally(() => process.exit(code()));
  };
  process.on('uncaughtException', (fault) => handle('uncaughtException', fault));
  process.on('unhandledRejection', (fault) => handle('unhandledRejection', fault));
}

/** What may be logged of a fault: clients hang whole commands, with what people typed, on their errors. */
export interface DescribedFault {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: DescribedFault;
}

const CAUSES_MAX = 5;

export function describeFault(fault: unknown, causesMax = CAUSES_MAX): DescribedFault {
  if (!(fault instanceof Error)) return { name: typeof fault, message: masked(String(fault)) };
  const { name, message, stack, cause } = fault;
  const { code } = fault as { readonly code?: unknown };
  return {
    name,
    message: masked(message),
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    ...(stack !== undefined && { stack: masked(stack) }),
    ...(cause !== undefined && causesMax > 0 && { cause: describeFault(cause, causesMax - 1) }),
  };
}

/** Passwords in addresses, emails, our tokens and long digits (phones, accounts, BVNs) do not belong in a log. */
const masked = (text: string): string =>
  text
    .replace(/\/\/[^\s/@]{1,512}@/g, '//…@')
    .replace(/(?<![^\s@"'<>/…])[^\s@"'<>/…]+@[^\s@"'<>]+/g, '…@…')
    .replace(/\bnl_[\w-]{8,}/g, 'nl_…')
    .replace(/\+?\d{9,}/g, '…');
