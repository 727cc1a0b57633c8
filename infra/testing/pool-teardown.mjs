// Kills the processes that suites shared, and removes their folders.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const TRIES = 20;

export default function tearDown() {
  const dir = process.env.TEST_POOL_DIR;
  for (const file of readdirSync(dir).filter((name) => name.endsWith('.json'))) {
    const { pid } = JSON.parse(readFileSync(join(dir, file), 'utf8'));
    try {
      // Kills the process group: children of a browser write into the folder too.
      process.kill(-pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
  // A killed process may still finish a write, and `rmSync` fails with `ENOTEMPTY`.
  for (let tries = 1; existsSync(dir); tries += 1)
    try {
      rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    } catch (error) {
      if (error.code !== 'ENOTEMPTY' || tries === TRIES) throw error;
    }
}
