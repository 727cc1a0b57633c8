import { afterAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drillOlderLog } from './older-log-drill.js';

const folder = mkdtempSync(join(tmpdir(), 'older-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('delivers, lists and verifies on an older log beside newer stores, and repeats no mail or push message', async () => {
  const result = await drillOlderLog({ dir: join(folder, 'ledger'), sales: 3, tell: () => undefined });
  expect(result).toMatchObject({ undelivered: [], unlisted: [], repeated: [], alerted: true, exitCode: 1 });
  expect(result.said).toBeGreaterThan(0);
  expect(result.verified).toContain('nothing is wrong');
});
