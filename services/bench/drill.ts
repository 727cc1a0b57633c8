import { drillDamagedView } from './damaged-view-drill.js';
import { drillDiskFull } from './disk-full-drill.js';
import { drillGoLive } from './go-live/go-live-drill.js';
import { drillLostLog } from './lost-log-drill.js';
import { drillOlderLog } from './older-log-drill.js';
import { drillReadOnly } from './read-only-drill.js';
import { drillRestore } from './restore-drill.js';

const USAGE = `npm run drill -- damaged-view DIR [PURCHASES]
  DIR    an empty folder: the drill sells, 500 purchases by default and 900 at most, and damages the
         file of the lists in several ways
npm run drill -- disk-full DIR [FILLS]
  DIR    the empty root of a small file system of its own: the drill fills it, 20 times by default
         mount -t tmpfs -o size=96m tmpfs /mnt/drill
npm run drill -- go-live DIR [CUSTOMERS]
  DIR    an empty folder: the drill goes live there in production and behind TLS, with 18000 customers
         of an older system by default, and prints the time of each step
npm run drill -- lost-log DIR
  DIR    an empty folder: the drill makes a production ledger there and loses its log in several ways
npm run drill -- older-log DIR [SALES]
  DIR    an empty folder: the drill makes a ledger, and puts an older log beside its newer stores
npm run drill -- read-only DIR
  DIR    the empty root of a small ext4 file system: the drill makes it read-only, as root
         mount -o loop,errors=remount-ro IMAGE /mnt/drill
npm run drill -- restore DIR [PURCHASES]
  DIR    an empty folder: the drill sells, 60 purchases by default, and restores a backup from before
         the vendor got most of them`;

const PLANS = 300;

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

async function damagedView(dir: string, purchases: number): Promise<boolean> {
  const { unnoticed, incomplete, alerted, verified } = await drillDamagedView({ dir, purchases, tell });
  for (const answer of incomplete) tell(`NOT refused: ${answer}`);
  for (const damage of unnoticed) tell(`NOT noticed: ${damage}`);
  tell(`${incomplete.length} incomplete lists, ${alerted ? 'an alert' : 'no alert'}`);
  tell(verified.trim());
  return unnoticed.length + incomplete.length === 0 && alerted && verified.includes('nothing is wrong');
}

async function diskFull(dir: string, fills: number): Promise<boolean> {
  const { acknowledged, refused, missing, verified } = await drillDiskFull({ dir, fills, tell });
  tell(`${acknowledged} sold, ${refused} refused with 503, ${missing.length} missing in the ledger`);
  tell(verified.trim());
  return missing.length === 0 && verified.includes('nothing is wrong');
}

async function goLive(dir: string, customers: number): Promise<boolean> {
  const { sale, verified } = await drillGoLive({ dir, customers, plans: PLANS, tell });
  tell(`the first sale is delivered: ${sale}`);
  tell(verified.trim());
  return verified.includes('nothing is wrong');
}

async function readOnly(dir: string): Promise<boolean> {
  const { acknowledged, refused, missing, verified, start } = await drillReadOnly({ dir, tell });
  tell(`${acknowledged} sold, ${refused} refused with 503, ${missing.length} missing in the ledger`);
  tell(`a start said: ${start}`);
  tell(verified.trim());
  return missing.length === 0 && start.includes('read-only') && verified.includes('nothing is wrong');
}

async function olderLog(dir: string, sales: number): Promise<boolean> {
  const { verified, ...result } = await drillOlderLog({ dir, sales, tell });
  const { undelivered, unlisted, repeated, twice, refused, said, alerted, exitCode } = result;
  tell(
    `${undelivered.length} not delivered, ${unlisted.length} not listed rightly, ${repeated.length} told twice, ${twice.length} sent twice`,
  );
  tell(`${said} lines in the log about it, ${alerted ? 'an alert' : 'no alert'}`);
  tell(verified.trim());
  const isHeld = refused.length === 2 && refused.every((answer) => answer === '503 SALES_HELD');
  const failures = undelivered.length + unlisted.length + repeated.length + twice.length;
  const isRight = failures === 0 && isHeld && said > 0 && alerted;
  return isRight && exitCode === 1 && verified.includes('nothing is wrong');
}

async function restore(dir: string, purchases: number): Promise<boolean> {
  const after = Math.ceil(purchases / 10);
  const result = await drillRestore({ dir, before: purchases, after, tell });
  const { settled, sent, twice, uncaptured, orderedWhileHeld, verified } = result;
  tell(`${settled} settled by the vendor's word, ${sent} sent after the release, ${twice.length} sent twice`);
  tell(verified.trim());
  const failures = twice.length + uncaptured.length + orderedWhileHeld;
  return failures === 0 && verified.includes('nothing is wrong');
}

async function lostLog(dir: string): Promise<boolean> {
  const { accepted, refusals, verified } = await drillLostLog({ dir, tell });
  tell(`${refusals.size} refused, ${accepted.length} NOT refused`);
  tell(verified.trim());
  return accepted.length === 0 && verified.includes('nothing is wrong');
}

/** Drills by name. The function of a drill returns true when the drill finds no fault. */
const DRILLS: ReadonlyMap<
  string,
  readonly [drill: (dir: string, times: number) => Promise<boolean>, times: string]
> = new Map([
  ['damaged-view', [damagedView, '500']],
  ['disk-full', [diskFull, '20']],
  ['go-live', [goLive, '18000']],
  ['lost-log', [lostLog, '1']],
  ['older-log', [olderLog, '20']],
  ['read-only', [readOnly, '1']],
  ['restore', [restore, '60']],
]);
const [name = '', dir, times] = process.argv.slice(2);
const [drill, byDefault] = DRILLS.get(name) ?? [];
const count = times ?? byDefault ?? '';
if (!drill || dir === undefined || !/^[1-9]\d{0,4}$/.test(count)) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
try {
  process.exit((await drill(dir, Number(count))) ? 0 : 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
