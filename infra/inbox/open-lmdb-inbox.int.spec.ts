import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { openLmdbInbox } from './open-lmdb-inbox.js';
import { describeInbox } from './testing/inbox.contract.js';

describeInbox('LMDB', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'inbox-'));
  return { open: async () => openLmdbInbox({ dir }), remove: async () => rmSync(dir, { recursive: true }) };
});

it('an inbox puts a damaged file aside, and deletes it with the messages of that time', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'inbox-'));
  writeFileSync(join(dir, 'inbox.mdb'), 'no LMDB file');
  const told: string[] = [];
  const inbox = openLmdbInbox({ dir, onDamage: (message) => told.push(message) });
  const aside = (): string[] => readdirSync(dir).filter((name) => name.startsWith('inbox.mdb.damaged-'));
  expect([told.length, aside().length]).toEqual([1, 1]);
  expect(told[0]).toContain('no payment is lost');
  await inbox.prune(1);
  expect(aside().length).toBe(1);
  await inbox.prune(Date.now() + 1);
  expect(aside()).toEqual([]);
  await inbox.close();
  rmSync(dir, { recursive: true });
});
