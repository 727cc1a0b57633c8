import type { Environment } from '../../../infra/config/settings.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { nowMs } from '../../../infra/host/clock.js';
import { timeoutSignal } from '../../../infra/host/timers.js';
import { openMailer } from '../../../infra/mail/open-mailer.js';
import { VERSION } from '../../../infra/process/version.js';
import { diskOf } from '../../api/api-health.js';
import { lastBackup } from '../../audit/backup/last-backup.js';
import type { CheckedVendor } from '../../catalog/vendor-check/check-vendors.handler.js';
import type { Config } from '../../runtime/config.js';
import { createProviders } from '../../vendors/payment-providers.js';
import { askingReadModels, hasReadModels } from '../audit/read-models.js';
import { askServer, isServed } from '../control-socket.js';
import type { RunCommand } from '../ledger-commands.js';
import { reading } from '../reading-commands.js';
import { callAddress, checkAddress } from './check-address.js';
import { checkCatalog, readCatalog } from './check-catalog.js';
import { checkProvider, NO_PROVIDER } from './check-funding.js';
import { checkBackup, checkClock, checkDisk, checkServer, type Readiness } from './check-machine.js';
import { checkMail } from './check-mail.js';
import { checkOwners, readOwners } from './check-owners.js';
import { checkSeals } from './check-seals.js';
import { checkSecrets } from './check-secrets.js';
import { checkSettings, compareSettings, settingDigests, type SettingDigests } from './check-settings.js';
import { checkedVendors } from './check-vendors.js';
import { type DoctorLine, note, unknown } from './doctor-line.js';

export interface DoctorOptions {
  readonly mailTo: string | undefined;
  readonly json: boolean;
}

const RESULT_WIDTH = 8;
const CHECK_WIDTH = 9;
const READY_WITHIN_MS = 10_000;

export async function doctor(
  environment: Environment,
  run: RunCommand,
  { mailTo, json }: DoctorOptions,
  print: (line: string) => void,
): Promise<0 | 1 | 2> {
  const { lines: settings, config } = checkSettings(environment);
  const others = config
    ? await examine(config, run, mailTo)
    : [unknown('others', 'wait until the settings are right')];
  const lines = [...settings, ...others];
  const has = (result: DoctorLine['result']): boolean => lines.some((line) => line.result === result);
  const code = has('wrong') ? 1 : has('unknown') ? 2 : 0;
  if (json) print(JSON.stringify({ ok: code === 0, lines }));
  else
    for (const { check, result, text } of lines)
      print(`${result.padEnd(RESULT_WIDTH)} ${check.padEnd(CHECK_WIDTH)} ${text}`);
  return code;
}

async function examine(
  config: Config,
  run: RunCommand,
  mailTo: string | undefined,
): Promise<readonly DoctorLine[]> {
  const isRunning = !config.cluster && (await isServed(config.dataDir));
  // Assume that a cluster is running, because this command cannot see the processes of a cluster on
  // other machines.
  const served = config.cluster !== undefined || isRunning;
  let newestAt: number | undefined;
  // Close the log before `check-vendors` runs, because `check-vendors` opens the log for writing
  // when no server runs.
  const ledger = await attempt('ledger', () =>
    reading(config, async (store) => {
      newestAt = await newestEventAt(store);
      return [
        ...checkCatalog(await readCatalog(store)),
        ...(await attempt('owners', () => ownerLines(config, store))),
        ...(await attempt('seals', () => checkSeals(config, store, nowMs()))),
      ];
    }),
  );
  let checked: readonly CheckedVendor[] = [];
  const [server, address, mail, funding, vendors] = await Promise.all([
    attempt('server', () => serverLines(config, isRunning)),
    attempt('address', () => checkAddress(config, { call: callAddress, served, nowMs: nowMs() })),
    attempt('mail', () => mailLines(config, mailTo)),
    attempt('funding', () => fundingLines(config, served)),
    attempt('vendors', async () => {
      checked = (await run('check-vendors', {})) as readonly CheckedVendor[];
      return checkedVendors(checked, served);
    }),
  ]);
  return [
    ...server,
    ...checkSecrets(config),
    ...address,
    ...mail,
    ...vendors,
    ...funding,
    ...ledger,
    ...checkClock(newestAt, checked, nowMs()),
    ...(await machineLines(config)),
  ];
}

async function attempt(
  check: string,
  work: () => Promise<readonly DoctorLine[]>,
): Promise<readonly DoctorLine[]> {
  try {
    return await work();
  } catch (error) {
    return [unknown(check, error instanceof Error ? error.message : String(error))];
  }
}

async function newestEventAt(
  store: Pick<EventStore, 'lastPosition' | 'readAll'>,
): Promise<number | undefined> {
  const position = await store.lastPosition();
  const [newest] = position === 0 ? [] : await store.readAll(position - 1, 1);
  return newest && Date.parse(newest.at);
}

async function ownerLines(config: Config, store: EventStore): Promise<readonly DoctorLine[]> {
  if (!hasReadModels(config)) return [unknown('owners', 'the lists are not made yet: start the server once')];
  return checkOwners(await askingReadModels(config, (readStore) => readOwners(store, readStore)));
}

async function serverLines(config: Config, isRunning: boolean): Promise<readonly DoctorLine[]> {
  if (config.cluster)
    return [note('server', `this is version ${VERSION}; \`/readyz\` of each process names its own`)];
  if (!isRunning) return checkServer(undefined, VERSION);
  const { HOST, PORT, METRICS_TOKEN } = config;
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  const answer = await fetch(new URL(`http://${host.includes(':') ? `[${host}]` : host}:${PORT}/readyz`), {
    ...(METRICS_TOKEN !== undefined && { headers: { authorization: `Bearer ${METRICS_TOKEN}` } }),
    signal: timeoutSignal(READY_WITHIN_MS),
  });
  return [
    ...(await attempt('settings', async () => {
      const theirs = await askServer(config.dataDir, 'settings', {}, () => undefined);
      return compareSettings(settingDigests(config), theirs as SettingDigests);
    })),
    ...checkServer((await answer.json()) as Readiness, VERSION),
  ];
}

async function mailLines(config: Config, to: string | undefined): Promise<readonly DoctorLine[]> {
  const mailer = openMailer(config);
  try {
    return await checkMail(config, mailer, to);
  } finally {
    await mailer.close();
  }
}

async function fundingLines(config: Config, served: boolean): Promise<readonly DoctorLine[]> {
  const { PUBLIC_URL } = config;
  const providers = createProviders(config);
  if (providers.length === 0) return [NO_PROVIDER];
  const checked = providers.map(async (provider) => {
    const webhook =
      served && PUBLIC_URL !== undefined
        ? { webhook: new URL(`/webhooks/${provider.code}`, PUBLIC_URL) }
        : {};
    try {
      return await checkProvider({ provider, ...webhook }, { call: callAddress, nowMs: nowMs() });
    } finally {
      await provider.close();
    }
  });
  return (await Promise.all(checked)).flat();
}

async function machineLines(config: Config): Promise<readonly DoctorLine[]> {
  if (config.cluster)
    return [note('backup', 'and disk of a cluster are those of its stores: docs/operating/backup.md')];
  const { dataDir, secretsDir } = config;
  const disks = [
    { setting: 'DATA_DIR', space: await diskOf(dataDir) },
    { setting: 'SECRETS_DIR', space: await diskOf(secretsDir) },
  ];
  return [checkBackup(lastBackup(dataDir), nowMs()), ...disks.map((disk) => checkDisk(disk, config))];
}
