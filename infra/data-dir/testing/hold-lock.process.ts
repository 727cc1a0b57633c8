import { lockDataDir } from '../data-dir-lock.js';

/** Takes the lock of a folder and keeps it until it is killed: `node hold-lock.process.js <dir>`. Prints what came of it. */
try {
  lockDataDir(process.argv[2] ?? '');
  process.stdout.write('locked\n');
  setInterval(() => undefined, 1_000);
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
