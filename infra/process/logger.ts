import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import type { Logger } from 'pino';

export const LOGGER = Symbol('LOGGER');

/** JSON lines on standard output, without credentials. */
export const processLogger = (level: string, base?: Readonly<Record<string, unknown>>): Logger =>
  pino({ level, ...(base && { base }), redact: ['*.authorization', '*.cookie'] });

/** Writes warnings and errors of Nest into the log, and omits its information. */
export function nestLogger(logger: Logger): LoggerService {
  /** Nest passes a text or an error, perhaps a stack, and last its context. */
  const write =
    (level: 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...details: unknown[]): void => {
      const part = details.at(-1);
      if (message instanceof Error) logger[level]({ part, err: message }, message.message);
      else logger[level]({ part }, String(message));
    };
  return { log: () => undefined, warn: write('warn'), error: write('error'), fatal: write('fatal') };
}
