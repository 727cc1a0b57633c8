// After a test run: ends the processes that suites shared, and removes their folders.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const TRIES = 20;

export default function tearDown() {
  const dir = process.env.TEST_POOL_DIR;
  for (const file of readdirSync(dir).filter((name) => name.endsWith('.json'))) {
    const { pid } = JSON.parse(readFileSync(join(dir, file), 'utf8'));
    try {
      // The whole group: a browser has processes of its own, which write into the folder.
      process.kill(-pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
  // A killed process may still end a write: then the folder is not empty when its files are gone.
  for (let tries = 1; existsSync(dir); tries += 1)
    try {
      rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    } catch (error) {
      if (error.code !== 'ENOTEMPTY' || tries === TRIES) throw error;
    }
}
