import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newEvent } from '../../../infra/event-store/testing/new-event.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { type BeforeAppend, NO_STREAM } from '../../../infra/event-store/event-store.js';
import { openLmdbEventStore } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';
import type { EmptyLog } from '../../../infra/ledger-id/ledger-id.js';
import { ledgerIdFile } from '../../../infra/ledger-id/ledger-id-file.js';
import { openOwnLog } from './own-log.js';

describe('a ledger whose SECRETS_DIR cannot be written', () => {
  let folder: string;
  let secrets: string;
  let eventStore: MemoryEventStore & { beforeAppend: BeforeAppend | undefined };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'own-log-'));
    secrets = join(folder, 'secrets');
    eventStore = Object.assign(new MemoryEventStore(), { beforeAppend: undefined });
    // Stands in the way of the file, as permissions do not stop root.
    mkdirSync(join(secrets, 'ledger-id.unfinished'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const unwritten: string[] = [];
  const open = async (whenEmpty: EmptyLog): Promise<void> => {
    const places = [
      ledgerIdFile({ name: 'the folder', dir: join(folder, 'inbox') }),
      ledgerIdFile({ name: 'SECRETS_DIR', dir: secrets }),
    ];
    const keepId = await openOwnLog({ log: '/events', eventStore, places, whenEmpty, production: false });
    await keepId((line) => unwritten.push(line));
  };

  it('does not begin, and no identity is left beside another store', async () => {
    await expect(open('begin')).rejects.toThrow(/could not be written to SECRETS_DIR .*: nothing was begun$/);
    expect(await eventStore.lastPosition()).toBe(0);
    expect(existsSync(join(folder, 'inbox', 'ledger-id'))).toBe(false);
    rmSync(join(secrets, 'ledger-id.unfinished'), { recursive: true });
    await open('begin');
    expect(await eventStore.lastPosition()).toBe(1);
    expect(readFileSync(join(secrets, 'ledger-id'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  });

  it('that has begun ends `init` with an error, and starts a server with a warning', async () => {
    rmSync(join(secrets, 'ledger-id.unfinished'), { recursive: true });
    await open('begin');
    rmSync(join(secrets, 'ledger-id'));
    mkdirSync(join(secrets, 'ledger-id.unfinished'));
    await expect(open('begin')).rejects.toThrow(/could not be written to SECRETS_DIR .*: mend that/);
    await open('refuse');
    expect(unwritten).toEqual([expect.stringMatching(/could not be written to SECRETS_DIR/)]);
  });
});

it('a log of a newer version is refused, in a store that named that version before its first new event', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'own-log-'));
  const eventStore = await openLmdbEventStore({ dir: join(folder, 'events'), syncing: false });
  const own = { log: '/events', eventStore, places: [], whenEmpty: 'accept', production: false } as const;
  await openOwnLog({ ...own, version: '0.1.0' });
  const held = { ...newEvent(), type: 'SendingHeld' };
  await eventStore.append('catalog', NO_STREAM, [held]);
  expect((await eventStore.readAll(0, 9)).map(({ type }) => type)).toEqual([
    'OldestVersionNamed',
    'SendingHeld',
  ]);
  await expect(openOwnLog({ ...own, version: '0.1.0' })).rejects.toThrow(
    /^this is version 0\.1\.0, and the ledger holds events of version 0\.2\.0 \(SendingHeld\): start version/,
  );
  await openOwnLog({ ...own, version: '0.2.0' });
  await eventStore.close();
  rmSync(folder, { recursive: true, force: true });
});
