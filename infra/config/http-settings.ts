import { z } from 'zod';
import { Duration } from './duration.js';
import { TrustedProxies } from './trusted-proxies.js';

const Limit = z.coerce.number().int().min(0);

export const HTTP_SETTINGS = {
  TRUST_PROXY: TrustedProxies.prefault('0').describe(
    'proxies whose X-Forwarded-For is believed: 0 none; a number: as many in a row, the last address first; or their addresses and networks, `10.0.0.0/8,127.0.0.1`',
  ),
  REQUEST_TIMEOUT: Duration.prefault('30s').describe(
    'how long a request may take to arrive whole; slower ones are answered 408',
  ),
  LIST_WAIT: Duration.prefault('2s').describe(
    'longest wait of a list until the read models hold its reader’s last change; then it is shown as it is',
  ),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .max(256)
    .optional()
    .describe(
      'production: token that shows `/metrics` and the details of `/readyz`, as `Authorization: Bearer …`; without it only this machine sees them',
    ),
  RATE_LIMIT_MALFORMED: z.coerce
    .number()
    .int()
    .min(1)
    .default(240)
    .describe(
      'malformed requests per address in a minute; past that, calls from there need a session or an API token',
    ),
  RATE_LIMIT_READS: Limit.default(50).describe(
    'calls of an account per second besides purchases, twice as many at once; 0 no limit. An administrator may raise it for an account',
  ),
  RATE_LIMIT_PURCHASES: Limit.default(50).describe(
    'purchases of an account per second, repeated ones included, twice as many at once; 0 no limit. An administrator may raise it for an account',
  ),
  RATE_LIMIT_IN_FLIGHT: Limit.default(32).describe(
    'calls of an account under way at once; 0 no limit. A fifth of them may be reads at work, further reads wait their turn. It grows with what an administrator raises',
  ),
  RATE_LIMIT_ADDRESS: Limit.default(1_000).describe(
    'calls per second from one address by callers who have not signed in, twice as many at once; 0 no limit. One address may be a whole mobile network',
  ),
  RATE_LIMIT_EXPORTS: z.coerce
    .number()
    .int()
    .min(1)
    .default(6)
    .describe('lists one administrator may export in a minute'),
  OVERLOAD_WAITING: Limit.default(2_000).describe(
    'purchases under way at once, and other calls, past which more are answered 503; fewer, where answering those would take longer than a second; 0 no limit',
  ),
  OVERLOAD_LOOP_DELAY: Duration.prefault('250ms').describe(
    'delay of the event loop that for a second refuses reads, and for two purchases',
  ),
  OVERLOAD_LOG_LATE: Duration.prefault('3s').describe(
    'cluster: how far behind the log an api may be before it refuses calls',
  ),
};
