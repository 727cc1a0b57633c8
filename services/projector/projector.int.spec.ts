import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import { openLmdbKeyVault } from '../../infra/crypto/open-lmdb-key-vault.js';
import { createCommitSignal } from '../../infra/event-store/commit-signal.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { LiveHub } from '../../infra/live/live-hub.js';
import { databaseFile, removeDatabase } from '../../infra/read-store/sqlite/database.js';
import { openSqliteReadStore } from '../../infra/read-store/sqlite/open-sqlite-read-store.js';
import type { ReadStore } from '../../infra/read-store/view.js';
import { historyPage } from '../../read-models/history/history.query.js';
import { GivenEvents } from '../../read-models/testing/given-events.js';
import { walletOf } from '../../read-models/wallet/wallet.query.js';
import { projections, views } from '../../read-models/views.js';
import { type Projector, startProjector } from './start-projector.js';
import { PATIENCE_MS, until } from '../../infra/testing/until.js';

describe('the projector thread', () => {
  const commitSignal = createCommitSignal();
  let root: string;
  let dirs: { events: string; keys: string; readModels: string };
  let eventStore: EventStore;
  let vault: KeyVault;
  let readStore: ReadStore;
  let hub: LiveHub;
  let projector: Projector | undefined;
  let faults: string[];

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'projector-'));
    dirs = { events: join(root, 'events'), keys: join(root, 'keys'), readModels: join(root, 'read-models') };
    eventStore = await openLmdbEventStore({ dir: dirs.events, commitSignal });
    vault = await openLmdbKeyVault({ dir: dirs.keys });
    await vault.createKeys(['ada', 'bola']);
    readStore = await openSqliteReadStore({ dir: dirs.readModels, views });
    faults = [];
  });
  afterEach(async () => {
    await projector?.stop();
    projector = undefined;
    await readStore.close();
    await vault.close();
    await eventStore.close();
    rmSync(root, { recursive: true });
  });

  async function start(): Promise<void> {
    hub = new LiveHub();
    const onCommitted = hub.publish.bind(hub);
    projector = await startProjector({
      dirs,
      commitSignal,
      onCommitted,
      onFault: (message) => faults.push(message),
    });
  }

  async function happen(script: GivenEvents): Promise<number> {
    for (const { stream, event } of script.events)
      await eventStore.append(stream, await eventStore.head(stream), [event]);
    return eventStore.lastPosition();
  }

  const bought = (userId: string, id: string): GivenEvents =>
    new GivenEvents().accepted(userId, id, 50_00n, {
      sealed: vault.seal(userId, { recipient: '08030000016' }),
    });
  const phone = async (userId: string) =>
    (await historyPage({ readStore, userId })).rows.map((row) => row.phone_number);

  it('shows appended events while it runs, with the recipient opened, and notifies the browser', async () => {
    const funded = await happen(new GivenEvents().opened('ada').funded('ada', 100_00n));
    await start();
    await hub.waitFor(funded, PATIENCE_MS);
    const news: unknown[] = [];
    hub.subscribe(['ada'], undefined, (item) => news.push(item));
    const position = await happen(bought('ada', 'a'));
    expect(await hub.waitFor(position, PATIENCE_MS)).toBe(true);
    expect(await phone('ada')).toEqual(['08030000016']);
    expect(await walletOf({ readStore, userId: 'ada' })).toMatchObject({ totalTransaction: 1 });
    expect(news).toContainEqual({ position, lists: ['history', 'wallet'] });
  });

  it('resumes at its position after a restart', async () => {
    await start();
    await hub.waitFor(await happen(bought('ada', 'a')), PATIENCE_MS);
    await projector?.stop();
    const position = await happen(bought('bola', 'b'));
    await start();
    expect(await hub.waitFor(position, PATIENCE_MS)).toBe(true);
    expect([await phone('ada'), await phone('bola')]).toEqual([['08030000016'], ['08030000016']]);
  });

  it('becomes ready on a second try when its thread ends during the first', async () => {
    const later = { ...dirs, keys: join(root, 'keys-that-come-later') };
    let isReady = false;
    let lateVault: Promise<KeyVault> | undefined;
    const starting = startProjector({
      dirs: later,
      commitSignal,
      onCommitted: () => undefined,
      onFault: (message) => {
        faults.push(message);
        lateVault ??= openLmdbKeyVault({ dir: later.keys });
      },
    }).then((started) => {
      projector = started;
      isReady = true;
    });
    await until(() => isReady);
    await starting;
    expect(faults).toContain('the projector ended unexpectedly; starting it again');
    expect(projector?.health().running).toBe(true);
    await projector?.stop();
    await (await lateVault)?.close();
  });

  it.each([
    ['deleted while it runs', 'running', (dir: string) => removeDatabase(dir)],
    ['deleted between runs', 'stopped', (dir: string) => removeDatabase(dir)],
    [
      'overwritten with noise',
      'stopped',
      (dir: string) => writeFileSync(databaseFile(dir), Buffer.alloc(9_000, 3)),
    ],
  ] as const)('rebuilds read models that are %s', async (_, when, harm) => {
    await start();
    await hub.waitFor(await happen(bought('ada', 'a')), PATIENCE_MS);
    if (when === 'stopped') await projector?.stop();
    harm(dirs.readModels);
    if (when === 'stopped') await start();
    // Read models refuse to answer while they are made again.
    await until(async () => (await phone('ada').catch(() => [])).length > 0);
    expect(await phone('ada')).toEqual(['08030000016']);
  });

  it('rebuilds every view while serving', async () => {
    await start();
    await hub.waitFor(await happen(bought('ada', 'a')), PATIENCE_MS);
    const seen: number[] = [];
    for (const { view } of projections)
      expect(
        await projector?.rebuild(view.name, { onProgress: ({ position }) => seen.push(position) }),
      ).toMatchObject({
        differing: 0,
        swapped: true,
      });
    expect(seen).toEqual(projections.map(() => 1));
    await expect(projector?.rebuild('nothing')).rejects.toThrow('there is no view nothing');
    await hub.waitFor(await happen(bought('ada', 'b')), PATIENCE_MS);
    expect(await phone('ada')).toHaveLength(2);
    expect(faults).toEqual([]);
  });
});
