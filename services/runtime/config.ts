import { join, resolve } from 'node:path';
import { z } from 'zod';
import { clusterOf, STORE_SETTINGS, type ClusterConfig } from '../../infra/config/cluster-config.js';
import { Duration } from '../../infra/config/duration.js';
import { DISK_RESERVE_MB } from '../../infra/lmdb/disk-space.js';
import { HTTP_SETTINGS } from '../../infra/config/http-settings.js';
import { misspeltSettings } from '../../infra/config/misspelt-settings.js';
import { Flag, presentIn, readSettings, type Environment } from '../../infra/config/settings.js';
import { PUSH_SETTINGS } from '../../infra/push/push-settings.js';
import { MAIL_SETTINGS } from '../../infra/mail/mail-settings.js';
import { ALERT_SETTINGS, unsignedWebhook } from '../alerts/alert.settings.js';
import { AUDIT_SETTINGS, SEAL_SETTINGS } from '../audit/audit.settings.js';
import { unfitForSeals } from '../audit/seals/publish/publish-target.js';
import { ADMINISTRATOR_SETTINGS } from '../administrators/administrators.settings.js';
import { CATALOG_SETTINGS } from '../catalog/catalog.settings.js';
import { CUSTOMER_SETTINGS } from '../customers/customer.settings.js';
import { DOCUMENT_SETTINGS } from '../documents/document.settings.js';
import { FUNDING_SETTINGS } from '../funding/funding.settings.js';
import { MONEY_DESK_SETTINGS } from '../money-desk/money-desk.settings.js';
import { PURCHASE_SETTINGS, tooSoonNotFound } from '../purchases/purchase.settings.js';
import { VENDOR_SETTINGS } from '../vendors/vendor.settings.js';
import { TELEMETRY_SETTINGS } from '../telemetry/telemetry.settings.js';
import { unfitForProduction } from './production-settings.js';

const Port = z.coerce.number().int().min(0).max(65_535);

/** The page docs/reference/settings.md gets its descriptions from these settings. */
export const Settings = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('`production` demands real secrets and turns the sandbox and demo data off'),
  HOST: z.string().default('127.0.0.1').describe('address the server listens on'),
  PORT: Port.default(3000).describe('port the server listens on; 0 picks a free one'),
  PUBLIC_URL: z
    .url()
    .optional()
    .describe(
      'address people use; production needs one, with https: it turns on Secure cookies, and its name is what fingerprint or face is set up for',
    ),
  DATA_DIR: z.string().default('./data').describe('folder of the ledger and the read models'),
  SECRETS_DIR: z
    .string()
    .optional()
    .describe('folder of keys, default `DATA_DIR/secrets`; back it up apart from the data'),
  DISK_RESERVE_MB: z.coerce
    .number()
    .int()
    .min(16)
    .default(DISK_RESERVE_MB)
    .describe('megabytes kept free on the disks of DATA_DIR and SECRETS_DIR: with less, nothing is stored'),
  ...STORE_SETTINGS,
  HEALTH_PORT: Port.default(0).describe(
    'port that answers `/healthz`, `/readyz` and `/metrics` even while the process is busy; 0: an api or a standalone server answers on `PORT` alone, a worker or projector picks a free port',
  ),
  HEALTH_HOST: z.string().optional().describe('address of `HEALTH_PORT`, default `HOST`'),
  HEALTH_LATE_AFTER: Duration.prefault('10s').describe(
    'how long the main thread may be busy without a pause before `HEALTH_PORT` answers 503',
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
  SANDBOX_LISTS: z
    .string()
    .optional()
    .describe(
      'folder with `sme-data-plans.json` and `vtpass-variations.json`, in the form of these vendors: the plans that sandbox vendors list and sell; default lists of their own',
    ),
  SANDBOX_REVERSE_AFTER: Duration.prefault('3s').describe(
    'how long after a delivery a sandbox vendor takes it back, where the recipient asks for that',
  ),
  DEMO_DATA: Flag.optional().describe(
    '1 makes the demo accounts; default on except in production, where none may be left of a demonstration',
  ),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('least severe line to log'),
  SHUTDOWN_TIMEOUT: Duration.prefault('8s').describe('how long a stop waits for calls under way'),
  STOP_WITHIN: Duration.prefault('9500ms').describe(
    'how long a stop may take in all; a process that takes longer ends all the same, with 1',
  ),
  ...HTTP_SETTINGS,
  ...MAIL_SETTINGS,
  ...PUSH_SETTINGS,
  ...ALERT_SETTINGS,
  ...TELEMETRY_SETTINGS,
  ...PURCHASE_SETTINGS,
  ...VENDOR_SETTINGS,
  ...FUNDING_SETTINGS,
  ...MONEY_DESK_SETTINGS,
  ...CUSTOMER_SETTINGS,
  ...ADMINISTRATOR_SETTINGS,
  ...CATALOG_SETTINGS,
  ...DOCUMENT_SETTINGS,
  ...SEAL_SETTINGS,
  ...AUDIT_SETTINGS,
});

export type Config = z.output<typeof Settings> & {
  readonly production: boolean;
  readonly dataDir: string;
  readonly secretsDir: string;
  readonly sandboxUrl: string;
  readonly sandboxStarts: boolean;
  readonly demoData: boolean;
  readonly secondFactorRequired: boolean;
  /** Absent with embedded stores. */
  readonly cluster?: ClusterConfig;
};

/**
 * Loads the settings. No other code reads `process.env`.
 * @throws ConfigInvalid with every error
 */
export function loadConfig(environment: Environment): Config {
  const settings = readSettings(Settings, environment, (judged) => [
    ...clusterOf(judged).missing,
    ...unfitForProduction(judged),
    ...tooSoonNotFound(judged),
    ...unsignedWebhook(judged),
    ...unfitForSeals(judged),
  ]);
  const { cluster } = clusterOf(settings);
  const production = settings.NODE_ENV === 'production';
  return {
    ...settings,
    production,
    ...foldersIn(settings),
    sandboxUrl: settings.SANDBOX_URL ?? `http://127.0.0.1:${settings.SANDBOX_PORT}`,
    sandboxStarts: (settings.SANDBOX ?? !production) && settings.SANDBOX_URL === undefined,
    secondFactorRequired:
      (settings.ADMIN_SECOND_FACTOR ?? (production ? 'required' : 'optional')) === 'required',
    demoData: (settings.DEMO_DATA ?? !production) && !production,
    ...(cluster && { cluster }),
  };
}

/** Returns a line for each environment variable that looks like a misspelt setting. */
export const ignoredSettings = (environment: Environment): readonly string[] =>
  misspeltSettings(environment, Object.keys(Settings.shape)).map(
    ({ name, nearest }) => `${name} is no setting and is ignored: is it ${nearest}?`,
  );

/** Reads only this setting, because the keys are made before the other settings are known. */
export function loadSecretsDir(environment: Environment): string {
  const parsed = Settings.pick({ DATA_DIR: true, SECRETS_DIR: true }).parse(presentIn(environment));
  return foldersIn(parsed).secretsDir;
}

function foldersIn({ DATA_DIR, SECRETS_DIR }: Pick<z.output<typeof Settings>, 'DATA_DIR' | 'SECRETS_DIR'>) {
  const dataDir = resolve(DATA_DIR);
  return { dataDir, secretsDir: SECRETS_DIR ? resolve(SECRETS_DIR) : join(dataDir, 'secrets') };
}

/**
 * Folders of an installation. Keys are in `secretsDir` and not in `dataDir`, so a backup of `dataDir`
 * contains no keys.
 */
export const foldersOf = ({ dataDir, secretsDir }: Pick<Config, 'dataDir' | 'secretsDir'>) => ({
  events: join(dataDir, 'events'),
  readModels: join(dataDir, 'read-models'),
  snapshots: join(dataDir, 'snapshots'),
  sessions: join(dataDir, 'sessions'),
  inbox: join(dataDir, 'inbox'),
  keys: join(secretsDir, 'vault'),
});
