import { drillDiskFull } from './disk-full-drill.js';

const USAGE = `npm run drill -- disk-full DIR [FILLS]
  DIR    the empty root of a small file system of its own: the drill fills it, 20 times by default
         mount -t tmpfs -o size=96m tmpfs /mnt/drill`;

const [name, dir, fills = '20'] = process.argv.slice(2);
if (name !== 'disk-full' || dir === undefined || !/^[1-9]\d{0,3}$/.test(fills)) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
try {
  const tell = (line: string): void => void process.stdout.write(`${line}\n`);
  const { acknowledged, refused, missing, verified } = await drillDiskFull({
    dir,
    fills: Number(fills),
    tell,
  });
  tell(`${acknowledged} sold, ${refused} refused with 503, ${missing.length} missing in the ledger`);
  tell(verified.trim());
  process.exit(missing.length === 0 && verified.includes('nothing is wrong') ? 0 : 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
