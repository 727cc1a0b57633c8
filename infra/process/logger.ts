import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import type { Logger } from 'pino';

export const LOGGER = Symbol('LOGGER');

/** The log of a process: one JSON object a line on standard output, never with what proves who somebody is. */
export const processLogger = (level: string, base?: Readonly<Record<string, unknown>>): Logger =>
  pino({ level, ...(base && { base }), redact: ['*.authorization', '*.cookie'] });

/**
 * Writes what Nest warns of into the log of the process, one JSON object a line like the rest. What Nest merely tells, such
 * as each route it finds, is left out.
 */
export function nestLogger(logger: Logger): LoggerService {
  /** Nest hands over a text or a failure, then perhaps a stack, and last the name of the part that speaks. */
  const write =
    (level: 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...details: unknown[]): void => {
      const part = details.at(-1);
      if (message instanceof Error) logger[level]({ part, err: message }, message.message);
      else logger[level]({ part }, String(message));
    };
  return { log: () => undefined, warn: write('warn'), error: write('error'), fatal: write('fatal') };
}
