import autocannon from 'autocannon';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';

interface Order {
  readonly url: string;
  readonly tokens: string;
  readonly connections: number;
  readonly durationSeconds?: number;
  readonly amount?: number;
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

const result = await autocannon({
  url: `${order.url}/api/buycard/`,
  connections: order.connections,
  ...(order.amount ? { amount: order.amount } : { duration: order.durationSeconds ?? 10 }),
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
});
process.stdout.write(
  JSON.stringify({
    rps: result['2xx'] / result.duration,
    requests: result['2xx'],
    refused: result.non2xx,
    errors: result.errors,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    seconds: result.duration,
  }),
);
