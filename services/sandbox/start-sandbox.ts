import fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Agent } from 'undici';
import { lockDataDir, type DataDirLock } from '../../infra/data-dir/data-dir-lock.js';
import { BET_VENDOR, betReversal, betRoutes, betStatement } from './bet/bet.routes.js';
import { SMS_VENDOR, VendorBooks } from './vendor-books.js';
import { bvnRoutes } from './monnify/bvn.routes.js';
import { transferStatement } from './monnify/disbursement-answers.js';
import { disbursementRoutes } from './monnify/disbursement.routes.js';
import { webhookBody } from './monnify/answers.js';
import { MONNIFY_BOOKS } from './monnify/monnify-books.js';
import { MonnifyTokens } from './monnify/monnify-tokens.js';
import { monnifyRoutes } from './monnify/monnify.routes.js';
import { Outbox } from './outbox/outbox.js';
import { pageRoutes } from './page/page.routes.js';
import { chargeWebhook } from './paystack/answers.js';
import { PAYSTACK_BOOKS } from './paystack/paystack-books.js';
import { readPlanLists } from './lists/plan-lists.js';
import { openPaystackCustomers } from './paystack/paystack-customers.js';
import { paystackRoutes } from './paystack/paystack.routes.js';
import { ProviderBooks } from './provider-books.js';
import { createTransfers, transfersOf } from './transfers.js';
import { peopleRoutes } from './people.routes.js';
import { RETRY_WAITS_MS, webhookSender } from './send-webhook.js';
import { reversalTeller, type WebhookUrls } from './tell-reversal.js';
import { statementRoutes } from './statements/statement.routes.js';
import { smeDataRoutes, smeStatement } from './sme-data/sme-data.routes.js';
import { smsReversal, smsStatement, termiiRoutes } from './termii/termii.routes.js';
import { vendorKeysRoutes } from './vendor-keys.routes.js';
import { vtpassStatement } from './vtpass/answers.js';
import { startReversals } from './reversals.js';
import { vendorLedgerRoutes } from './vtpass/vendor-ledger.routes.js';
import { vtpassRoutes } from './vtpass/vtpass.routes.js';
import type { Config } from '../runtime/config.js';

export function sandboxOptions(config: Config): SandboxOptions {
  const host = /^(0\.0\.0\.0|::)$/.test(config.HOST) ? '127.0.0.1' : config.HOST;
  const server = config.SANDBOX_TELLS ?? `http://${host.includes(':') ? `[${host}]` : host}:${config.PORT}`;
  return {
    dataDir: config.dataDir,
    host: config.SANDBOX_HOST,
    reachable: !config.production,
    port: config.SANDBOX_PORT,
    latencyMs: config.SANDBOX_LATENCY_MS,
    listsDir: config.SANDBOX_LISTS,
    reverseAfterMs: config.SANDBOX_REVERSE_AFTER,
    webhookUrls: {
      monnify: new URL('/webhooks/monnify', server).href,
      ...(config.FUNDING_PROVIDERS.includes('paystack') && {
        paystack: new URL('/webhooks/paystack', server).href,
      }),
      vtpass: new URL(`/webhooks/vtpass/${config.VTPASS_WEBHOOK_SECRET}`, server).href,
    },
    secrets: {
      monnifyApiKey: config.MONNIFY_API_KEY,
      monnifySecretKey: config.MONNIFY_SECRET_KEY,
      paystackSecretKey: config.PAYSTACK_SECRET_KEY,
    },
  };
}

export type { WebhookUrls } from './tell-reversal.js';

export interface SandboxOptions {
  readonly dataDir: string;
  readonly host?: string;
  readonly reachable?: boolean;
  /** Port number. 0 lets the system choose a free port. */
  readonly port: number;
  /** Milliseconds until an answer. */
  readonly latencyMs: number;
  /** Folder of the lists of plans. Default: the sandbox's own lists. */
  readonly listsDir?: string | undefined;
  readonly webhookUrls: WebhookUrls;
  readonly secrets: {
    readonly monnifyApiKey: string;
    readonly monnifySecretKey: string;
    /** Default `sandbox-secret-key`. */
    readonly paystackSecretKey?: string;
  };
  /** Milliseconds until a reversal. */
  readonly reverseAfterMs?: number;
  readonly webhookRetryWaitsMs?: readonly number[];
}

export interface Sandbox {
  readonly url: string;
  setWebhookUrls(urls: WebhookUrls): void;
  stop(): Promise<void>;
}

const LOOPBACK = /^(localhost|::1|127(\.\d{1,3}){3})$/;
const VTPASS_RETRIES_MAX = 5;
const REVERSE_AFTER_MS = 3_000;

export const sandboxApiKey = (vendor: number): string => `vendor-${vendor}`;
const VENDOR_OF_KEY = new Map(Array.from({ length: 8 }, (_, index) => [sandboxApiKey(index + 1), index + 1]));

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dataDir, host = '127.0.0.1', reachable = false } = options;
  if (!LOOPBACK.test(host) && !reachable)
    throw new Error(`The sandbox listens on loopback only, not on ${host}.`);
  const folder = join(dataDir, 'sandbox');
  const lock = lockDataDir(folder);
  try {
    return await startLocked(options, folder, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startLocked(options: SandboxOptions, folder: string, lock: DataDirLock): Promise<Sandbox> {
  const { host = '127.0.0.1', port, latencyMs, secrets } = options;
  const lists = readPlanLists(options.listsDir);
  const [vendorBooks, monnifyBooks, paystackBooks, paystackCustomers, outbox] = await Promise.all([
    VendorBooks.open(join(folder, 'vendors.log')),
    ProviderBooks.open(join(folder, 'monnify.log'), MONNIFY_BOOKS),
    ProviderBooks.open(join(folder, 'paystack.log'), PAYSTACK_BOOKS),
    openPaystackCustomers(join(folder, 'paystack-customers.log')),
    Outbox.open(join(folder, 'outbox.log')),
  ]);
  const now = Date.now;
  let urls = options.webhookUrls;
  const agent = new Agent();
  const retryWaitsMs = options.webhookRetryWaitsMs ?? RETRY_WAITS_MS;
  const sender = webhookSender(retryWaitsMs, agent);
  const vtpassSender = webhookSender(retryWaitsMs.slice(0, VTPASS_RETRIES_MAX), agent);
  const paystackKey = secrets.paystackSecretKey ?? 'sandbox-secret-key';
  const transfers = transfersOf([
    createTransfers(
      monnifyBooks,
      sender,
      {
        url: () => urls.monnify,
        header: 'monnify-signature',
        secretKey: secrets.monnifySecretKey,
        bodyOf: webhookBody,
      },
      now,
    ),
    createTransfers(
      paystackBooks,
      sender,
      {
        url: () => urls.paystack,
        header: 'x-paystack-signature',
        secretKey: paystackKey,
        bodyOf: chargeWebhook,
      },
      now,
    ),
  ]);
  const tellReversal = reversalTeller({
    urls: () => urls,
    secretKey: secrets.monnifySecretKey,
    sender: vtpassSender,
    bodies: new Map([
      [BET_VENDOR, betReversal],
      [SMS_VENDOR, smsReversal],
    ]),
  });
  const reversals = startReversals(vendorBooks, options.reverseAfterMs ?? REVERSE_AFTER_MS, tellReversal);

  const app = createServer();
  const vendorOfKey = new Map(VENDOR_OF_KEY);
  vtpassRoutes(app, { books: vendorBooks, reversals, latencyMs, vendorOfKey, lists, now });
  smeDataRoutes(app, { books: vendorBooks, latencyMs, vendorOfKey, lists, now });
  vendorKeysRoutes(app, vendorOfKey);
  vendorLedgerRoutes(app, vendorBooks);
  statementRoutes(app, {
    vendors: vendorBooks,
    words: [smeStatement, smsStatement, betStatement, transferStatement, vtpassStatement],
    monnify: monnifyBooks,
    paystack: paystackBooks,
  });
  const tokens = new MonnifyTokens(secrets.monnifyApiKey, secrets.monnifySecretKey, now);
  monnifyRoutes(app, { books: monnifyBooks, tokens, now });
  paystackRoutes(app, { books: paystackBooks, customers: paystackCustomers, secretKey: paystackKey, now });
  const parts = { books: vendorBooks, reversals, latencyMs, now };
  disbursementRoutes(app, { ...parts, tokens });
  bvnRoutes(app, { tokens, latencyMs });
  termiiRoutes(app, { ...parts, apiKey: sandboxApiKey(SMS_VENDOR) });
  betRoutes(app, { ...parts, apiKey: sandboxApiKey(BET_VENDOR) });
  peopleRoutes(app, transfers, outbox, now);
  pageRoutes(app, { vendorBooks, providerBooks: [monnifyBooks, paystackBooks], outbox, transfers });
  await app.listen({ host, port });
  transfers.resume();

  const address = app.server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}`,
    setWebhookUrls(changed) {
      urls = changed;
      transfers.resume();
    },
    async stop() {
      reversals.stop();
      sender.stop();
      vtpassSender.stop();
      await app.close();
      await agent.destroy();
      await Promise.all(
        [vendorBooks, monnifyBooks, paystackBooks, paystackCustomers, outbox].map((books) => books.close()),
      );
      lock.release();
    },
  };
}

function createServer(): FastifyInstance {
  const app = fastify({
    logger: false,
    forceCloseConnections: true,
    keepAliveTimeout: 75_000,
    exposeHeadRoutes: false,
    // Otherwise, every start would load Fastify's compilers of JSON schemas.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(Object.assign(new Error('Malformed JSON'), { statusCode: 400 }));
    }
  });
  return app;
}

function noSchemas(): never {
  throw new Error('routes declare no JSON schemas');
}
