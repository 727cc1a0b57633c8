import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLmdbKeyVault } from '../../infra/crypto/open-lmdb-key-vault.js';
import { loadSecrets, makeClusterSecrets } from '../../infra/crypto/secrets.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import { openEventStoreDb } from '../../infra/event-store/eventstoredb/open-eventstoredb.js';
import { PATIENT as PATIENT_LOG } from '../../infra/event-store/eventstoredb/testing/opened.js';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { runProjections } from '../../infra/projections/run-projections.js';
import { openMongoWriter } from '../../infra/read-store/mongo/open-mongo-read-store.js';
import { openSqliteWriter } from '../../infra/read-store/sqlite/open-sqlite-read-store.js';
import { PATIENT } from '../../infra/read-store/testing/parcels.js';
import type { ReadStoreWriter } from '../../infra/read-store/view.js';
import { describeWithMongo } from '../../infra/testing/with-mongo.js';
import { projections, views } from '../../read-models/views.js';
import { walletView } from '../../read-models/wallet/wallet.view.js';
import { writeLedger } from '../audit/testing/a-ledger.js';
import { startEventStoreServer } from '../runtime/cluster/testing/event-store-server.js';
import { type Config, loadConfig, foldersOf } from '../runtime/config.js';
import { runAudit } from './run-audit.js';

/** The ledger is old and has an open purchase. */
const QUIET = { NODE_ENV: 'test', LOG_LEVEL: 'silent', VENDOR_REVIEW_AFTER: '1000000h' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-audit-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a ledger and projects it completely. */
async function fill(eventStore: EventStore, writer: ReadStoreWriter): Promise<number> {
  await writeLedger(eventStore);
  const [stop, end] = [new AbortController(), await eventStore.lastPosition()];
  await runProjections({
    eventStore,
    writer,
    projections,
    open: () => undefined,
    signal: stop.signal,
    coalesceMs: 0,
    onCommitted: ({ position }) => {
      if (position >= end) stop.abort();
    },
  }).finished;
  return end;
}

async function findsWhatIsWrong(config: Config, writer: ReadStoreWriter, position: number): Promise<void> {
  const { signal } = new AbortController();
  expect(await runAudit(config, signal)).toMatchObject({
    position,
    drift: 0,
    drifting: [],
    unexplained: '0',
    problems: 0,
    unfinished: null,
    lines: [],
  });
  const row = (await writer.get(walletView, 'ada'))!;
  await writer.unpark(walletView, [{ ...row, held: 0n }], []);
  expect(await runAudit(config, signal)).toMatchObject({
    drift: 1,
    drifting: [{ view: 'wallet', drift: 1 }],
    unfinished: null,
    lines: ['wallet ada differs: held'],
  });
}

describe('runAudit', () => {
  it('finds faults while a standalone server uses the stores', async () => {
    const config = loadConfig({ DATA_DIR: folder, ...QUIET });
    const { events, keys, readModels } = foldersOf(config);
    loadSecrets({ dir: config.secretsDir, production: false });
    await (await openLmdbKeyVault({ dir: keys })).close();
    const eventStore = await openLmdbEventStore({ dir: events });
    const writer = openSqliteWriter({ dir: readModels, views });
    await findsWhatIsWrong(config, writer, await fill(eventStore, writer));
    await writer.close();
    await eventStore.close();
  });

  it('fails without read models, and after the signal', async () => {
    const config = loadConfig({ DATA_DIR: folder, ...QUIET });
    await expect(runAudit(config, new AbortController().signal)).rejects.toThrow('no read models');
  });
});

describeWithMongo('an audit beside MongoDB', (mongo) => {
  it('finds faults in the stores of a cluster', async () => {
    const [url, server] = [mongo.databaseUrl(), await startEventStoreServer()];
    const secrets = join(folder, 'secrets');
    makeClusterSecrets(secrets);
    const config = loadConfig({
      DATA_DIR: folder,
      SECRETS_DIR: secrets,
      ...QUIET,
      EVENTSTORE_URL: server.url,
      MONGODB_URL: url,
      REDIS_URL: 'redis://127.0.0.1:1',
    });
    const eventStore = await openEventStoreDb({ url: server.url, ...PATIENT_LOG });
    const writer = await openMongoWriter({ url, views, ...PATIENT });
    await findsWhatIsWrong(config, writer, await fill(eventStore, writer));
    await writer.close();
    await eventStore.close();
    await server.stop();
  });
});
