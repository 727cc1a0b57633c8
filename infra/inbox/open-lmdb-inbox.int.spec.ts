import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLmdbInbox } from './open-lmdb-inbox.js';
import { describeInbox } from './testing/inbox.contract.js';

describeInbox('LMDB', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'inbox-'));
  return { open: async () => openLmdbInbox({ dir }), remove: async () => rmSync(dir, { recursive: true }) };
});
