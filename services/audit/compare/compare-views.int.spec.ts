import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectMongo } from '../../../infra/mongo/connect-mongo.js';
import {
  openMongoReadStore,
  openMongoWriter,
} from '../../../infra/read-store/mongo/open-mongo-read-store.js';
import { openForWriting } from '../../../infra/read-store/sqlite/database.js';
import {
  openSqliteReadStore,
  openSqliteWriter,
} from '../../../infra/read-store/sqlite/open-sqlite-read-store.js';
import { PATIENT } from '../../../infra/read-store/testing/parcels.js';
import { describeWithMongo } from '../../../infra/testing/with-mongo.js';
import { views } from '../../../read-models/views.js';
import { describeCompareDrill } from './testing/compare-drill.js';

describeCompareDrill('in SQLite', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'compare-drill-'));
  const reader = await openSqliteReadStore({ dir, views });
  return {
    reader,
    openWriter: async () => openSqliteWriter({ dir, views }),
    async remove({ name, key: column }, key) {
      const database = openForWriting(dir);
      const tables = database
        .prepare(`select name from sqlite_master where type = 'table' and name glob '${name}__[0-9]'`)
        .rows();
      for (const [table] of tables)
        database.prepare(`delete from "${String(table)}" where "${column}" = ?`).run(key);
      database.close();
    },
    async close() {
      await reader.close();
      rmSync(dir, { recursive: true });
    },
  };
});

describeWithMongo('beside MongoDB', (mongo) => {
  describeCompareDrill('in MongoDB', async () => {
    const url = mongo.databaseUrl();
    const reader = await openMongoReadStore({ url, views, ...PATIENT });
    return {
      reader,
      openWriter: () => openMongoWriter({ url, views, ...PATIENT }),
      async remove({ name }, key) {
        const connection = await connectMongo({ url });
        const found = await connection.db!.listCollections({}, { nameOnly: true }).toArray();
        for (const collection of found)
          if (collection.name.startsWith(`${name}__`))
            await connection.collection<{ _id: string }>(collection.name).deleteOne({ _id: key });
        await connection.close();
      },
      close: () => reader.close(),
    };
  });
});
