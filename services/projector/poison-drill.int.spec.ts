import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventStoreDb } from '../../infra/event-store/eventstoredb/open-eventstoredb.js';
import { PATIENT as PATIENT_LOG } from '../../infra/event-store/eventstoredb/testing/opened.js';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { openMongoReadStore, openMongoWriter } from '../../infra/read-store/mongo/open-mongo-read-store.js';
import {
  openSqliteReadStore,
  openSqliteWriter,
} from '../../infra/read-store/sqlite/open-sqlite-read-store.js';
import { PATIENT } from '../../infra/read-store/testing/parcels.js';
import { describeWithMongo } from '../../infra/testing/with-mongo.js';
import { views } from '../../read-models/views.js';
import { startEventStoreServer } from '../runtime/cluster/testing/event-store-server.js';
import { describePoisonDrill } from './testing/poison-drill.js';

describePoisonDrill('on the stores of a standalone server', async () => {
  const root = mkdtempSync(join(tmpdir(), 'poison-'));
  const dir = join(root, 'read-models');
  const eventStore = await openLmdbEventStore({ dir: join(root, 'events') });
  const reader = await openSqliteReadStore({ dir, views });
  return {
    eventStore,
    reader,
    openWriter: () => openSqliteWriter({ dir, views }),
    async close() {
      await reader.close();
      await eventStore.close();
      rmSync(root, { recursive: true });
    },
  };
});

describeWithMongo('beside MongoDB', (mongo) => {
  describePoisonDrill('on the stores of a cluster', async () => {
    const url = mongo.databaseUrl();
    const server = await startEventStoreServer();
    const eventStore = await openEventStoreDb({ url: server.url, ...PATIENT_LOG });
    const reader = await openMongoReadStore({ url, views, ...PATIENT });
    return {
      eventStore,
      reader,
      openWriter: (signal) => openMongoWriter({ url, views, signal, leaseMs: 2_000, ...PATIENT }),
      async close() {
        await reader.close();
        await eventStore.close();
        await server.stop();
      },
    };
  });
});
