import { createHmac, createSecretKey, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { fdatasync, openSync, readFileSync, write } from 'node:fs';
import { promisify } from 'node:util';
import fastify, { type FastifyRequest } from 'fastify';
import { sealText } from '../../infra/crypto/sealed-text.js';
import { NO_STREAM, type StreamHead } from '../../infra/event-store/event-store.js';
import { sealEvents, sha256 } from '../../infra/event-store/seal-events.js';

/**
 * Measures a lower bound for the time of a purchase with a bare Fastify route. The route only authenticates,
 * encrypts, hashes, and appends to a file with one sync per batch. Without `TOKENS`, the route only answers.
 */
interface Buyer {
  readonly id: string;
  readonly key: KeyObject;
  readonly pinMac: Buffer;
  head: StreamHead;
}

const environment = process.env;
const pepper = createSecretKey(randomBytes(32));
const macOf = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const buyers = new Map<string, Buyer>();
const { TOKENS: tokens } = environment;
for (const line of tokens ? readFileSync(tokens, 'utf8').trim().split('\n') : []) {
  const [token = '', pin = ''] = line.split(' ');
  const id = randomUUID();
  const key = createSecretKey(randomBytes(32));
  buyers.set(sha256(token), { id, key, pinMac: macOf(pepper, `${id}:${pin}`), head: NO_STREAM });
}

const log = tokens ? openSync(String(environment['LOG']), 'a') : -1;
const writeText = promisify((fd: number, text: string, done: (error: Error | null) => void) =>
  write(fd, text, done),
);
const sync = promisify(fdatasync);
let waiting: { readonly text: string; readonly done: () => void }[] = [];
let writing = false;

async function writeAll(): Promise<void> {
  writing = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    await writeText(log, batch.map(({ text }) => text).join('\n'));
    await sync(log);
    for (const { done } of batch) done();
  }
  writing = false;
}

const append = (text: string): Promise<void> =>
  new Promise((done) => {
    waiting.push({ text, done });
    if (!writing && waiting.length === 1) setImmediate(() => void writeAll());
  });

interface Order {
  readonly amount: number;
  readonly network: number;
  readonly phone: string;
  readonly transaction_pin: string;
}

const reference = 'NL0000000000000000';
const message = 'Your request is being processed. We will notify you.';
const server = fastify();
server.get('/readyz', () => ({}));
const answer = { status: true, message, reference, transaction_status: 'Pending' };
const accept = async (request: FastifyRequest): Promise<typeof answer> => {
  const { amount, network, phone, transaction_pin } = request.body as Order;
  const buyer = buyers.get(sha256(request.headers.authorization?.slice('Bearer '.length) ?? ''));
  if (!buyer || !timingSafeEqual(macOf(pepper, `${buyer.id}:${transaction_pin}`), buyer.pinMac))
    throw new Error('nobody');
  const purchaseId = sha256(`${buyer.id}/${String(request.headers['idempotency-key'])}`);
  const duplicateKey = macOf(buyer.key, `airtime/${phone}/${amount}`).toString('hex');
  const data = {
    userId: buyer.id,
    purchaseId,
    reference,
    service: 'airtime',
    product: { network },
    vendor: 1,
    amount: String(amount * 100),
    price: String(amount * 99),
    duplicateKey,
    requestDigest: sha256(`${duplicateKey}/${network}`),
    firstAnswer: { message, reference },
    sealed: sealText(buyer.key, JSON.stringify({ recipient: phone })),
  };
  const [sealed] = sealEvents(`wallet-${buyer.id}`, buyer.head, [
    {
      id: randomUUID(),
      type: 'PurchaseAccepted',
      version: 1,
      at: new Date().toISOString(),
      data,
      actor: { kind: 'user', id: buyer.id },
      correlationId: purchaseId,
      causationId: purchaseId,
    },
  ]);
  if (!sealed) throw new Error('nothing was sealed');
  buyer.head = { revision: sealed.revision, hash: sealed.hash };
  await append(sealed.text);
  return answer;
};
server.post('/api/buycard/', tokens ? accept : () => answer);
await server.listen({ host: '127.0.0.1', port: Number(environment['PORT']) });
process.on('SIGTERM', () => process.exit(0));
