import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLmdbSessions } from './open-lmdb-sessions.js';
import { describeSessionStores } from './testing/sessions.contract.js';

describeSessionStores('LMDB', () => {
  const dir = mkdtempSync(join(tmpdir(), 'sessions-'));
  return { open: () => openLmdbSessions({ dir }), end: () => rmSync(dir, { recursive: true }) };
});
