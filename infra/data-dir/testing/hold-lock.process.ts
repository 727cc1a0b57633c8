import { lockDataDir } from '../data-dir-lock.js';

/** Holds the lock of a folder until killed: `node hold-lock.process.js <dir>`. Prints the outcome. */
try {
  lockDataDir(process.argv[2] ?? '');
  process.stdout.write('locked\n');
  setInterval(() => undefined, 1_000);
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
