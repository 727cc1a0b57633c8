import { z } from 'zod';
import { Duration } from './duration.js';
import { TrustedProxies } from './trusted-proxies.js';

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
};
