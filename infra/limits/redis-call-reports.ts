import { randomUUID } from '../host/chance.js';
import type { RedisConnection } from '../redis/open-redis.js';
import type { CallReport, CallReports } from './call-reports.js';

/** Sends reports over a channel. Redis stores none of them. */
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

/** Returns undefined for a message of another version. An error here could end the process. */
function readReport(text: string): CallReport | undefined {
  try {
    const { accounts, addresses } = JSON.parse(text) as Partial<CallReport>;
    return accounts && addresses && { accounts, addresses };
  } catch {
    return undefined;
  }
}
