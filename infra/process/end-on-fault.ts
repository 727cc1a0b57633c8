import pino from 'pino';

export interface EndOnFault {
  readonly base?: Readonly<Record<string, unknown>>;
  readonly level?: string;
  /** File descriptor to which the log is written. Default: 1, the standard output. */
  readonly fd?: 1 | 2;
  readonly end: () => unknown;
  /** Exit code. Default: 1. */
  readonly code?: () => number;
  /**
   * Milliseconds after which the process exits even if `end` is unfinished. Default: 9.5 s, because
   * supervisors kill a process after 10 s.
   */
  readonly withinMs?: number;
}

const WITHIN_MS = 9_500;

/**
 * Ends the process or worker thread after an unhandled error, because state may be half changed. The parent
 * of an ended worker thread starts it again.
 */
export function endOnFault(options: EndOnFault): void {
  const { base, level = 'fatal', fd = 1, end, code = () => 1, withinMs = WITHIN_MS } = options;
  // Log synchronously, because a thread that ends loses log lines that are not yet written.
  const logger = pino({ level, ...(base && { base }) }, pino.destination({ dest: fd, sync: true }));
  let ending = false;
  const handle = (kind: string, fault: unknown): void => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(code()), withinMs).unref();
    try {
      logger.fatal({ kind, fault: describeFault(fault) }, 'a fault that nobody handled: ending in order');
    } catch {
      // End the process even when logging fails.
    }
    Promise.resolve()
      .then(end)
      .catch(() => undefined)
      .finally(() => process.exit(code()));
  };
  process.on('uncaughtException', (fault) => handle('uncaughtException', fault));
  process.on('unhandledRejection', (fault) => handle('unhandledRejection', fault));
}

/**
 * Parts of an error that may be logged. Errors of database clients contain commands, and commands contain
 * user input.
 */
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

/**
 * Hides passwords in URLs, emails, API tokens and long numbers. Long numbers may be phones, accounts or BVNs.
 */
const masked = (text: string): string =>
  text
    .replace(/\/\/[^\s/@]{1,512}@/g, '//…@')
    .replace(/(?<![^\s@"'<>/…])[^\s@"'<>/…]+@[^\s@"'<>]+/g, '…@…')
    .replace(/\bnl_[\w-]{8,}/g, 'nl_…')
    .replace(/\+?\d{9,}/g, '…');
