import { expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLmdbInbox } from './open-lmdb-inbox.js';

it('an inbox keeps messages over a restart, the same one once, and drops the old', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'inbox-'));
  const message = { id: 'a', from: 'monnify', receivedAt: 1_000, sealed: 'x' };
  const first = openLmdbInbox({ dir });
  await first.store(message);
  await first.store({ ...message, id: 'b', receivedAt: 2_000 });
  await first.store(message);
  await first.close();
  const second = openLmdbInbox({ dir });
  expect(await second.get('a')).toEqual(message);
  expect(await second.prune(2_000)).toBe(1);
  expect([await second.get('a'), (await second.get('b'))?.id]).toEqual([undefined, 'b']);
  await second.close();
  rmSync(dir, { recursive: true });
});
