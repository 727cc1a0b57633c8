import { expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLmdbKeyVault } from './open-lmdb-key-vault.js';
import { describeKeyVault } from './testing/key-vault.contract.js';

describeKeyVault('LMDB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-'));
  const dir = join(folder, 'vault');
  return {
    open: () => openLmdbKeyVault({ dir }),
    openReader: () => openLmdbKeyVault({ dir, readOnly: true }),
    remove: async () => rmSync(folder, { recursive: true }),
  };
});

it('a key vault is readable by its owner only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-'));
  const dir = join(folder, 'vault');
  const vault = await openLmdbKeyVault({ dir });
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dir, 'keys.mdb')).mode & 0o077).toBe(0);
  await vault.close();
  rmSync(folder, { recursive: true });
});
