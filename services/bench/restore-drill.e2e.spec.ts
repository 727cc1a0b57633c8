import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drillRestore } from './restore-drill.js';

const folder = mkdtempSync(join(tmpdir(), 'restore-drill-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a restored ledger', () => {
  it('sends no purchase that the vendor got after the backup, and sends the others after the release', async () => {
    const result = await drillRestore({ dir: folder, before: 24, after: 4, tell: () => undefined });
    expect(result).toMatchObject({
      refused: '503 SALES_HELD',
      orderedWhileHeld: 0,
      twice: [],
      uncaptured: [],
    });
    expect(result.settled).toBeGreaterThan(0);
    expect(result.sent).toBeGreaterThan(0);
    expect(result.settled + result.sent).toBe(24);
    expect(result.verified).toContain('nothing is wrong');
  });

  it('is drilled in an empty folder only', async () => {
    await expect(drillRestore({ dir: folder, before: 1, after: 1, tell: () => undefined })).rejects.toThrow(
      'is not empty',
    );
  });
});
