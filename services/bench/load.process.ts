import autocannon from 'autocannon';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { percentile } from '../../infra/testing/percentiles.js';

interface Order {
  readonly url: string;
  readonly tokens: string;
  readonly connections: number;
  readonly durationSeconds?: number;
  readonly amount?: number;
  readonly perSecond?: number;
}

const order = JSON.parse(process.argv[2] ?? '{}') as Order;
const buyers = readFileSync(order.tokens, 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' '));
const run = Date.now().toString(36);
let sent = 0;

/** The sandbox vendor delivers normally to a number that ends with 7. */
const firstRecipient = randomInt(1_000_000);
const recipient = (n: number): string => `0803${String((firstRecipient + n) % 1_000_000).padStart(6, '0')}7`;

const options: autocannon.Options = {
  url: `${order.url}/api/buycard/`,
  connections: order.connections,
  ...(order.amount ? { amount: order.amount } : { duration: order.durationSeconds ?? 10 }),
  ...(order.perSecond && { overallRate: order.perSecond }),
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  requests: [
    {
      setupRequest: (request) => {
        const n = sent++;
        const [token, pin] = buyers[n % buyers.length] ?? [];
        request.headers = {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': `${run}-${n}`,
        };
        request.body = `{"amount":50,"network":1,"phone":"${recipient(n)}","transaction_pin":"${pin}"}`;
        return request;
      },
    },
  ],
};
// autocannon rounds its seconds.
const started = performance.now();
let ended = started;
const accepted: number[] = [];
const { errors, non2xx } = await new Promise<autocannon.Result>((resolve, reject) =>
  autocannon(options, (error: unknown, result) => (error ? reject(error) : resolve(result))).on(
    'response',
    (_client, status, _bytes, tookMs) => {
      ended = performance.now();
      if (status < 300) accepted.push(tookMs);
    },
  ),
);
process.stdout.write(
  JSON.stringify({
    rps: (1_000 * accepted.length) / (ended - started),
    requests: accepted.length,
    refused: non2xx,
    errors,
    p50Ms: percentile(accepted, 0.5),
    p99Ms: percentile(accepted, 0.99),
  }),
);
