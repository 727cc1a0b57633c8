import { drillAll, drillOne, DRILLS } from './drills.js';

const USAGE = `npm run drill -- all DIR
  DIR    an empty folder: all drills below but go-live run there with small data, and one table tells
         how they ended. Only root may run disk-full and read-only, whose file systems it makes itself
npm run drill -- damaged-view DIR [PURCHASES]
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

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(name: string, dir: string, times: number): Promise<boolean> {
  if (name === 'all') return (await drillAll(dir, tell)).every(({ verdict }) => verdict === 'passed');
  const { isRight } = await drillOne(name, dir, times, tell);
  tell(isRight ? `the drill ${name} passed` : `the drill ${name} FAILED`);
  return isRight;
}

const [name = '', dir, times] = process.argv.slice(2);
const count = times ?? String(DRILLS.get(name)?.times ?? 1);
if ((name !== 'all' && !DRILLS.has(name)) || dir === undefined || !/^[1-9]\d{0,4}$/.test(count)) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
try {
  process.exit((await run(name, dir, Number(count))) ? 0 : 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.stdout.write(`the drill ${name} FAILED\n`);
  process.exit(1);
}
