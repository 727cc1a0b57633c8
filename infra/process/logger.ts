import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import type { Logger } from 'pino';

export const LOGGER = Symbol('LOGGER');

/** Writes JSON lines to standard output, without credentials. */
export const processLogger = (level: string, base?: Readonly<Record<string, unknown>>): Logger =>
  pino({ level, ...(base && { base }), redact: ['*.authorization', '*.cookie'] });

/** Logs Nest's warnings and errors. Drops Nest's information messages. */
export function nestLogger(logger: Logger): LoggerService {
  /**
   * Split Nest's arguments. The first is a text or an error, then a stack may follow, and the last is the
   * context's name.
   */
  const write =
    (level: 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...details: unknown[]): void => {
      const part = details.at(-1);
      if (message instanceof Error) logger[level]({ part, err: message }, message.message);
      else logger[level]({ part }, String(message));
    };
  return { log: () => undefined, warn: write('warn'), error: write('error'), fatal: write('fatal') };
}
