import { join, resolve } from 'node:path';
import { z } from 'zod';
import { clusterOf, type ClusterConfig } from './cluster-config.js';
import { BANKING_SETTINGS } from './banking-settings.js';
import { Duration } from './duration.js';
import { Flag } from './flag.js';
import { SANDBOX_CONTRACT_CODE, unfitForProduction } from './production-settings.js';
import { VENDOR_SETTINGS } from './vendor-settings.js';

const Port = z.coerce.number().int().min(0).max(65_535);

/** Every setting, its default and its meaning. The README's table is generated from the descriptions. */
export const Settings = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('`production` demands real secrets and turns the sandbox and demo data off'),
  HOST: z.string().default('127.0.0.1').describe('address the server listens on'),
  PORT: Port.default(3000).describe('port the server listens on; 0 picks a free one'),
  PUBLIC_URL: z.url().optional().describe('address people use; https turns on Secure cookies'),
  DATA_DIR: z.string().default('./data').describe('folder of the ledger and the read models'),
  SECRETS_DIR: z
    .string()
    .optional()
    .describe('folder of keys, default `DATA_DIR/secrets`; back it up apart from the data'),
  EVENTSTORE_URL: z
    .string()
    .regex(/^(esdb|kurrentdb)(\+discover)?:\/\//, 'must be a connection string that begins with esdb://')
    .optional()
    .describe(
      'EventStoreDB, `esdb://…`; this and the next two set: the cluster stores; none set: embedded ones',
    ),
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://')
    .optional()
    .describe(
      'MongoDB with the name of the database, `mongodb://…/naira_ledger`; read models and keys of people',
    ),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')
    .optional()
    .describe('Redis, `redis://…`; jobs, sessions, limits and live updates'),
  MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (openssl rand -hex 32)')
    .optional()
    .describe(
      'cluster: 64 hexadecimal digits that wrap the keys of people in MongoDB; default the file `master-key` of SECRETS_DIR',
    ),
  HEALTH_PORT: Port.default(0).describe(
    'cluster: port of `/healthz`, `/readyz` and `/metrics` of a worker or projector; 0 picks a free one',
  ),
  SANDBOX: Flag.optional().describe(
    '1 starts the fake vendors, bank and mail; default on except in production',
  ),
  SANDBOX_PORT: Port.default(4010).describe('port of the sandbox'),
  SANDBOX_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('address the sandbox listens on; one that other machines reach is refused in production'),
  SANDBOX_TELLS: z
    .url()
    .optional()
    .describe('address of the server that the sandbox sends webhooks to; default the one on this machine'),
  SANDBOX_URL: z.url().optional().describe('address of a sandbox that runs elsewhere; none is then started'),
  SANDBOX_LATENCY_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(400)
    .describe('how long a sandbox vendor takes to answer'),
  DEMO_DATA: Flag.optional().describe(
    '1 makes the demo accounts in an empty ledger; default on except in production',
  ),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('least severe line to log'),
  TRUST_PROXY: Flag.prefault('0').describe('1 believes X-Forwarded-For'),
  ...VENDOR_SETTINGS,
  MONNIFY_URL: z.url().optional().describe('Monnify API; default the sandbox'),
  MONNIFY_API_KEY: z.string().default('sandbox-api-key').describe('Monnify API key'),
  MONNIFY_SECRET_KEY: z.string().default('sandbox-secret-key').describe('Monnify secret key; signs webhooks'),
  MONNIFY_CONTRACT_CODE: z.string().default(SANDBOX_CONTRACT_CODE).describe('Monnify contract code'),
  FUNDING_CHARGE_NAIRA: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,2})?$/)
    .default('0')
    .describe('`monify_charges`: our flat charge on a bank transfer, naira'),
  FUNDING_SWEEP_EVERY: Duration.prefault('10m').describe('how often lost webhooks are looked for'),
  MANUAL_FUNDING_BANK: z
    .string()
    .max(60)
    .default('')
    .describe('bank shown for funding by hand; empty hides the card'),
  MANUAL_FUNDING_ACCOUNT_NAME: z
    .string()
    .max(100)
    .default('')
    .describe('account name shown for funding by hand'),
  MANUAL_FUNDING_ACCOUNT_NUMBER: z
    .string()
    .regex(/^(\d{10})?$/)
    .default('')
    .describe('account number shown for funding by hand, ten digits'),
  VTPASS_API_KEY: z
    .string()
    .default('sandbox-api-key')
    .describe('VTpass API key; the three keys are those of rows of VENDORS_FILE that name none'),
  VTPASS_PUBLIC_KEY: z
    .string()
    .default('sandbox-public-key')
    .describe('VTpass public key, sent with queries'),
  VTPASS_SECRET_KEY: z
    .string()
    .default('sandbox-secret-key')
    .describe('VTpass secret key, sent with purchases'),
  VTPASS_WEBHOOK_SECRET: z
    .string()
    .min(16)
    .default('sandbox-webhook-path')
    .describe('secret path segment of /webhooks/vtpass/…'),
  VENDORS_FILE: z
    .string()
    .optional()
    .describe(
      'JSON file of the vendors to buy from, in place of those at the sandbox; see infra/docker/README.md',
    ),
  COMMUNITY_CHAT_URL: z.url().optional().describe('link to the community chat; none hides it'),
  WHATSAPP_URL: z.url().optional().describe('link to help on WhatsApp; none hides it'),
  API_DOCUMENTATION_URL: z
    .url()
    .optional()
    .describe("address of documentation for resellers; default the product's own page"),
  SESSION_IDLE: Duration.prefault('30m').describe('a session ends after this long without a call'),
  SESSION_MAX: Duration.prefault('8h').describe('a session ends after this long in any case'),
  RATE_LIMIT_LOGIN_FAILURES: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe('failed logins per account and per address in 15 minutes'),
  RATE_LIMIT_CODES: z.coerce
    .number()
    .int()
    .min(1)
    .default(5)
    .describe(
      'codes mailed per account in 15 minutes; four times as many a day, twenty times as many per address',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('mail server, smtp:// or smtps:// with user and password; default the outbox of the sandbox'),
  MAIL_FROM: z
    .string()
    .max(200)
    .default('Naira Ledger <no-reply@naira-ledger.test>')
    .describe('sender of mails'),
  PIN_ATTEMPTS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(5)
    .describe('wrong PINs before a lock of 15 minutes'),
  PINLESS_DAILY_LIMIT: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,2})?$/)
    .default('10000')
    .describe('naira a customer may spend a day on calls without a PIN (bulk SMS, bet funding)'),
  ...BANKING_SETTINGS,
  SHUTDOWN_TIMEOUT: Duration.prefault('8s').describe('how long a stop waits for calls under way'),
});

export type Config = z.output<typeof Settings> & {
  readonly production: boolean;
  readonly dataDir: string;
  readonly secretsDir: string;
  readonly sandboxUrl: string;
  readonly sandboxStarts: boolean;
  readonly demoData: boolean;
  /** Absent when the embedded stores are used. */
  readonly cluster?: ClusterConfig;
};

/** Injection token of the `Config` of the process. */
export const CONFIG = Symbol('CONFIG');

/** One line per setting that is missing or wrong. */
export class ConfigInvalid extends Error {
  override readonly name = 'ConfigInvalid';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment once. Nothing else reads `process.env`. @throws ConfigInvalid listing everything wrong */
export function loadConfig(environment: Environment): Config {
  const present = presentIn(environment);
  const parsed = Settings.safeParse(present);
  const wrong = parsed.success ? [] : linesOf(parsed.error);
  // What is missing is told together with what is wrong, so that one more try is enough.
  const judged = parsed.success ? parsed.data : Settings.parse(without(present, parsed.error));
  const { cluster, missing } = clusterOf(judged);
  const lines = [...wrong, ...missing, ...unfitForProduction(judged)];
  if (!parsed.success || lines.length > 0) throw new ConfigInvalid(lines.join('\n'));
  const settings = parsed.data;
  const production = settings.NODE_ENV === 'production';
  return {
    ...settings,
    production,
    ...foldersIn(settings),
    sandboxUrl: settings.SANDBOX_URL ?? `http://127.0.0.1:${settings.SANDBOX_PORT}`,
    sandboxStarts: (settings.SANDBOX ?? !production) && settings.SANDBOX_URL === undefined,
    demoData: (settings.DEMO_DATA ?? !production) && !production,
    ...(cluster && { cluster }),
  };
}

/** Where an installation keeps its keys. Asks for nothing else: they are made before anything else is configured. */
export function loadSecretsDir(environment: Environment): string {
  const parsed = Settings.pick({ DATA_DIR: true, SECRETS_DIR: true }).parse(presentIn(environment));
  return foldersIn(parsed).secretsDir;
}

function foldersIn({ DATA_DIR, SECRETS_DIR }: Pick<z.output<typeof Settings>, 'DATA_DIR' | 'SECRETS_DIR'>) {
  const dataDir = resolve(DATA_DIR);
  return { dataDir, secretsDir: SECRETS_DIR ? resolve(SECRETS_DIR) : join(dataDir, 'secrets') };
}

/** A variable that is set to nothing is one that is not set. */
const presentIn = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));

const without = (present: Environment, { issues }: z.ZodError): Environment =>
  Object.fromEntries(
    Object.entries(present).filter(([name]) => !issues.some(({ path }) => path[0] === name)),
  );

const linesOf = ({ issues }: z.ZodError): string[] =>
  issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
