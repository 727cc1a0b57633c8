// Creates the folder in which suites share the processes of `process-pool.ts`.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function setUp() {
  process.env.TEST_POOL_DIR = mkdtempSync(join(tmpdir(), 'ledger-pool-'));
}
