import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  freePort,
  ledger,
  ready,
  seed,
  startProcess,
  startSandboxProcess,
} from '../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../infra/testing/product.js';
import { rarely, until } from '../../../infra/testing/until.js';
import {
  databaseFile,
  isBeingMade,
  isReportedDamaged,
  openForReading,
  openForWriting,
} from '../../../infra/read-store/sqlite/database.js';
import { historyView } from '../../../read-models/history/history.view.js';
import { buyAirtime, call } from '../../standalone/testing/callers.js';
import { verifiedSoon } from '../../standalone/testing/drill-sales.js';
import { eventsIn } from '../../standalone/testing/facts-in.js';

export interface DamagedViewDrill {
  readonly dir: string;
  readonly purchases: number;
  /** Number of kinds of damage that are also tried between two runs. */
  readonly betweenRuns?: number | undefined;
  readonly tell: (line: string) => void;
}

export interface DamagedViewResult {
  readonly unnoticed: readonly string[];
  readonly incomplete: readonly string[];
  readonly alerted: boolean;
  readonly verified: string;
}

const LISTS = ['/api/user_transactions/', '/api/user_airtime_transactions/', '/api/wallet_movements/'];
const PAGE_BYTES = 4_096;
const HEADER_BYTES = 100;

type Damage = (readModels: string) => void;

const DAMAGES: readonly (readonly [what: string, damage: Damage])[] = [
  ['a page of the table of purchases', (dir) => overwritePages(dir, 'table')],
  ['the header of the file', (dir) => overwrite(dir, 0, HEADER_BYTES)],
  ['pages of the indexes of purchases', (dir) => overwritePages(dir, 'index')],
  ['the length of the file', (dir) => truncateSync(databaseFile(dir), 0)],
];

/**
 * Damages the read models twice: while the server is stopped, and while it runs. After the damage, each call
 * for a list must return all purchases or 503.
 * @throws Error when a server does not start or a wait takes too long
 */
export async function drillDamagedView({
  dir,
  purchases,
  betweenRuns = DAMAGES.length,
  tell,
}: DamagedViewDrill): Promise<DamagedViewResult> {
  const root = resolve(dir);
  if (existsSync(root) && readdirSync(root).length > 0) throw new Error(`${root} is not empty`);
  mkdirSync(root, { recursive: true });
  const dataDir = join(root, 'data');
  const readModels = join(dataDir, 'read-models');
  const vendorDir = mkdtempSync(join(tmpdir(), 'drill-vendor-'));
  const sandbox = await startSandboxProcess({ DATA_DIR: vendorDir, SANDBOX_LATENCY_MS: '5' });
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'error', PORT: port, SANDBOX_URL: sandbox.url };
  const sold: string[] = [];
  const incomplete: string[] = [];
  const unnoticed: string[] = [];
  let product: Running | undefined;
  let user: SeededUser | undefined;

  const start = (): Running => (product = startProcess('app/standalone.js', url, settings));
  const sell = async (): Promise<void> => {
    const phone = `0803${1_000_000 + sold.length}`;
    const { status, body } = await buyAirtime(url, user!, phone);
    if (status !== 200) throw new Error(`a purchase was answered ${status}: ${JSON.stringify(body)}`);
    sold.push(String(body['reference']));
  };
  const look = async (what: string): Promise<number> => {
    let refused = 0;
    await until(async () => {
      let complete = 0;
      for (const list of LISTS) {
        const expected = [...sold];
        const answer = await call(url, user!, list, { page: 1, page_size: 1_000 }).catch(() => undefined);
        if (answer === undefined) continue;
        if (answer.status === 503) refused += 1;
        else if (answer.status !== 200) throw new Error(`${list} was answered ${answer.status}`);
        else {
          const listed = referencesIn(answer.body);
          const missing = expected.filter((reference) => !listed.has(reference)).length;
          if (missing === 0) complete += 1;
          else incomplete.push(`${list} without ${missing} of ${expected.length} purchases after ${what}`);
        }
      }
      return complete === LISTS.length && !isBeingMade(readModels) && !isReportedDamaged(readModels);
    }, `complete lists after ${what}`);
    return refused;
  };

  try {
    await ready(start());
    [user] = await seed(dataDir, 1, 5_000_000);
    while (sold.length < purchases) await sell();
    await look('the sale');
    tell(`${purchases} sold`);
    for (const [index, [what, damage]] of DAMAGES.entries()) {
      if (index < betweenRuns) {
        await product?.stop();
        damage(readModels);
        const damaged = inodeOf(readModels);
        const restarted = start();
        const refused = await look(`${what} was damaged between two runs`);
        await ready(restarted);
        if (inodeOf(readModels) === damaged) unnoticed.push(what);
        tell(`${what}: ${refused} answers with 503 after a restart`);
      }
      const remade = inodeOf(readModels);
      emptyLog(readModels);
      damage(readModels);
      const duringRun = `${what} was damaged during a run`;
      const [refused] = await Promise.all([look(duringRun), sell()]);
      const during = refused + (await look(duringRun));
      const again = inodeOf(readModels) === remade ? 'kept' : 'made again';
      tell(`${what}: ${during} answers with 503 during a run, file ${again}`);
    }
    let alerted = false;
    await until(
      async () => {
        const events = await eventsIn(dataDir);
        alerted = events.some(({ type, data }) => type === 'AlertRaised' && data['rule'] === 'view-damaged');
        return alerted;
      },
      'an alert',
      rarely,
    ).catch(() => undefined);
    const verified = await verifiedSoon(() => ledger(dataDir, ['verify', '--read-models'], settings));
    return { unnoticed, incomplete, alerted, verified };
  } catch (error) {
    throw new Error([String(error), ...incomplete.slice(-3), product?.output()].join('\n'), { cause: error });
  } finally {
    await product?.stop('SIGKILL');
    await sandbox.stop('SIGKILL');
    rmSync(vendorDir, { recursive: true, force: true });
  }
}

const referencesIn = (body: Readonly<Record<string, unknown>>): ReadonlySet<unknown> =>
  new Set(
    (body['all_user_transaction'] as readonly Readonly<Record<string, unknown>>[]).map(
      (row) => row['api_transaction_reference'] ?? row['reference'],
    ),
  );

const inodeOf = (readModels: string): number => statSync(databaseFile(readModels)).ino;

function overwritePages(readModels: string, type: 'table' | 'index'): void {
  const database = openForReading(readModels);
  const pages = database
    .prepare('select rootpage from sqlite_schema where type = ? and tbl_name glob ?')
    .rows(type, `${historyView.name}__[0-9]*`)
    .map(([page]) => Number(page));
  database.close();
  for (const page of pages) overwrite(readModels, (page - 1) * PAGE_BYTES, PAGE_BYTES);
}

function overwrite(readModels: string, at: number, bytes: number): void {
  const file = openSync(databaseFile(readModels), 'r+');
  try {
    writeSync(file, Buffer.alloc(bytes, 7), 0, bytes, at);
  } finally {
    closeSync(file);
  }
}

/**
 * Moves all pages from SQLite's write-ahead log into the database file, because the drill damages
 * only the database file.
 */
function emptyLog(readModels: string): void {
  const database = openForWriting(readModels);
  database.emptyLog();
  database.close();
}
