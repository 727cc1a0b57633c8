import { z } from 'zod';
import { Duration } from './duration.js';
import { TrustedProxies } from './trusted-proxies.js';

export const HTTP_SETTINGS = {
  TRUST_PROXY: TrustedProxies.prefault('0').describe(
    'who may say in X-Forwarded-For whom a call is from: 0 nobody; a number: so many proxies in a row, the last address first; or their addresses and networks, `10.0.0.0/8,127.0.0.1`',
  ),
  REQUEST_TIMEOUT: Duration.prefault('30s').describe(
    'how long a request may take to arrive whole; slower ones are answered 408',
  ),
  LIST_WAIT: Duration.prefault('2s').describe(
    'how long a list waits for the read models to hold what its reader has just done; then it is shown as it is',
  ),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .max(256)
    .optional()
    .describe(
      'production: `Authorization: Bearer …` of who may see `/metrics` and the details of `/readyz`; without it only this machine',
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
