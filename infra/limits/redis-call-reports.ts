import { randomUUID } from '../host/chance.js';
import type { RedisConnection } from '../redis/open-redis.js';
import type { CallReport, CallReports, CallsOf } from './call-reports.js';

/** Sends call reports over a channel. Redis does not store them. */
export async function redisCallReports(
  redis: Pick<RedisConnection, 'client' | 'connected' | 'listen'>,
  prefix = 'ledger',
): Promise<CallReports> {
  const own = `${randomUUID()} `;
  const channel = `${prefix}:call-reports`;
  let listener: (report: CallReport) => void = () => undefined;
  await redis.listen('call reports', channel, (message) => {
    if (message.startsWith(own)) return;
    const report = readReport(message.slice(own.length));
    if (report) listener(report);
  });
  return {
    send(report) {
      if (!redis.connected()) return;
      void redis.client.publish(channel, own + JSON.stringify(report)).catch(() => undefined);
    },
    onReport: (heard) => void (listener = heard),
  };
}

/** Returns undefined for a report of another program version. Throwing could end the process. */
function readReport(text: string): CallReport | undefined {
  try {
    const { accounts, addresses } = JSON.parse(text) as Partial<CallReport>;
    return areCalls(accounts) && areCalls(addresses) ? { accounts, addresses } : undefined;
  } catch {
    return undefined;
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

const areCalls = (value: unknown): value is readonly CallsOf[] =>
  Array.isArray(value) &&
  value.every(
    (row: unknown) => Array.isArray(row) && typeof row[0] === 'string' && isCount(row[1]) && isCount(row[2]),
  );
