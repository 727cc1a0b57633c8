import { hash } from 'bcryptjs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { type SmallSmtpServer, startSmallSmtpServer } from '../../../infra/mail/testing/small-smtp-server.js';
import { freePort, startSandboxProcess } from '../../../infra/testing/product.js';
import { LOCALHOST_CERTIFICATE } from '../../cli/doctor/testing/localhost-certificate.js';
import { OLD_PASSWORD } from '../../moving-in/testing/customers-csv.js';
import { send } from '../../standalone/testing/callers.js';
import { FIRST, writeBrandFiles, writeCustomers, writePlans } from './owner-files.js';
import { startTlsFront, type TlsFront } from './tls-front.js';

export interface OwnWorld {
  readonly root: string;
  /** Naira. */
  readonly total: string;
  readonly authority: string;
  readonly port: number;
  readonly front: TlsFront;
  readonly vendors: TlsFront;
  readonly mail: SmallSmtpServer;
  close(): Promise<void>;
}

export const KEYS = {
  monnifyApi: 'MK_PROD_OWN',
  monnifySecret: 'monnify-secret-of-the-owner',
  monnifyContract: '100693167467',
  paystackSecret: 'sk_live_secret-of-the-owner',
  webhook: 'a-path-that-nobody-can-guess',
} as const;

const BCRYPT_COST = 10;
const CREDITED_BEFORE_NAIRA = 700;

export async function openOwnWorld(root: string, customers: number, plans: number): Promise<OwnWorld> {
  mkdirSync(root, { recursive: true });
  const authority = join(root, 'authority.pem');
  writeFileSync(authority, LOCALHOST_CERTIFICATE.cert);
  writeBrandFiles(root);
  writePlans(root, plans);
  const passwordHash = (await hash(OLD_PASSWORD, BCRYPT_COST)).replace('$2b$', '$2y$');
  const total = writeCustomers(join(root, 'customers.csv'), customers, passwordHash);
  const known = getGlobalDispatcher();
  const trusting = new Agent({ connect: { ca: LOCALHOST_CERTIFICATE.cert } });
  setGlobalDispatcher(trusting);
  const port = await freePort();
  const front = await startTlsFront(port);
  const sandbox = await startSandboxProcess({
    DATA_DIR: join(root, 'vendors'),
    SANDBOX_LISTS: join(root, 'vendor-lists'),
    SANDBOX_LATENCY_MS: '50',
    SANDBOX_TELLS: front.url,
    NODE_EXTRA_CA_CERTS: authority,
    FUNDING_PROVIDERS: 'monnify,paystack',
    MONNIFY_API_KEY: KEYS.monnifyApi,
    MONNIFY_SECRET_KEY: KEYS.monnifySecret,
    PAYSTACK_SECRET_KEY: KEYS.paystackSecret,
    VTPASS_WEBHOOK_SECRET: KEYS.webhook,
  });
  const vendors = await startTlsFront(Number(new URL(sandbox.url).port));
  const mail = await startSmallSmtpServer();
  await runOlderSystem(vendors);
  return {
    root,
    total,
    authority,
    port,
    front,
    vendors,
    mail,
    async close() {
      await sandbox.stop('SIGKILL');
      await Promise.all([front.stop(), vendors.stop(), mail.stop()]);
      setGlobalDispatcher(known);
      await trusting.close();
    },
  };
}

export async function pay({ url }: TlsFront, transfer: Readonly<Record<string, unknown>>): Promise<void> {
  const { status, body } = await send(`${url}/transfers`, 'POST', transfer);
  if (status !== 200) throw new Error(`a bank transfer answers ${status}: ${JSON.stringify(body)}`);
}

/** Opens an account at Monnify and gets a payment, as the older system did. */
async function runOlderSystem(vendors: TlsFront): Promise<void> {
  const basic = Buffer.from(`${KEYS.monnifyApi}:${KEYS.monnifySecret}`).toString('base64');
  const ask = async (path: string, body: object, authorization: string) => {
    const { body: answer } = await send(vendors.url + path, 'POST', body, { authorization });
    return answer['responseBody'] as Readonly<Record<string, unknown>>;
  };
  const { accessToken } = await ask('/api/v1/auth/login', {}, `Basic ${basic}`);
  const wanted = {
    accountReference: FIRST.reference,
    accountName: 'Ada Obi',
    contractCode: KEYS.monnifyContract,
    customerEmail: FIRST.email,
    customerName: 'Ada Obi',
    currencyCode: 'NGN',
  };
  const path = '/api/v2/bank-transfer/reserved-accounts';
  const { accounts } = await ask(path, wanted, `Bearer ${String(accessToken)}`);
  const [{ accountNumber }] = accounts as readonly [{ readonly accountNumber: string }];
  // The webhook went to the older system.
  await pay(vendors, { accountNumber, amount: CREDITED_BEFORE_NAIRA, loseWebhook: true });
}
