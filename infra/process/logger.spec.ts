import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { nestLogger } from './logger.js';

it('writes warnings of Nest as lines of the log, and none of its information', () => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const logger = nestLogger(pino({ base: null }, { write }));
  logger.log('found a route', 'RoutesResolver');
  logger.warn('a route is declared twice', 'RouterExplorer');
  logger.error(new Error('no such provider'));
  logger.error('it broke', 'at somewhere', 'ExceptionsHandler');
  expect(lines).toMatchObject([
    { level: 40, part: 'RouterExplorer', msg: 'a route is declared twice' },
    { level: 50, msg: 'no such provider', err: { type: 'Error', message: 'no such provider' } },
    { level: 50, part: 'ExceptionsHandler', msg: 'it broke' },
  ]);
});
