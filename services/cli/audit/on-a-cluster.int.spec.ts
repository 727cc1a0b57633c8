import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLmdbKeyVault } from '../../../infra/crypto/open-lmdb-key-vault.js';
import { loadSecrets, makeClusterSecrets } from '../../../infra/crypto/secrets.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { openEventStoreDb } from '../../../infra/event-store/eventstoredb/open-eventstoredb.js';
import { PATIENT as PATIENT_LOG } from '../../../infra/event-store/eventstoredb/testing/opened.js';
import { openLmdbEventStore } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { runProjections } from '../../../infra/projections/run-projections.js';
import { openMongoWriter } from '../../../infra/read-store/mongo/open-mongo-read-store.js';
import { openSqliteWriter } from '../../../infra/read-store/sqlite/open-sqlite-read-store.js';
import type { ReadStoreWriter } from '../../../infra/read-store/view.js';
import { PATIENT } from '../../../infra/read-store/testing/parcels.js';
import { ledger } from '../../../infra/testing/product.js';
import { describeWithMongo } from '../../../infra/testing/with-mongo.js';
import { projections, views } from '../../../read-models/views.js';
import { walletView } from '../../../read-models/wallet/wallet.view.js';
import { sealKeyOf } from '../../audit/seals/seal-key.js';
import { Sealer } from '../../audit/seals/sealer.js';
import { writeLedger } from '../../audit/testing/a-ledger.js';
import { put } from '../../audit/testing/tampered-event-store.js';
import { emailStream } from '../../customers/user.events.js';
import { emailMac } from '../../customers/email-claims.js';
import {
  type EventStoreServer,
  startEventStoreServer,
} from '../../runtime/cluster/testing/event-store-server.js';
import { loadConfig, foldersOf } from '../../runtime/config.js';
import { copyLedger } from '../copy-ledger.js';

interface Said {
  readonly code: number;
  readonly text: string;
}

const AT = '2026-03-01T09:30:00.000Z';
const { signal } = new AbortController();

/** Projects the whole log. */
async function project(eventStore: EventStore, writer: ReadStoreWriter): Promise<void> {
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
}

/** The same ledger in a folder and on a cluster. Every command must print the same for both. */
describeWithMongo('the command line of auditors on a cluster', (mongo) => {
  let folder: string;
  let server: EventStoreServer;
  let clusterUrls: Readonly<Record<string, string>>;
  /** Writer of the cluster. */
  let writer: ReadStoreWriter;
  let statement: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'on-a-cluster-'));
    const { secretsDir, ...config } = loadConfig({ DATA_DIR: folder, NODE_ENV: 'test', LOG_LEVEL: 'silent' });
    const { events, keys, readModels } = foldersOf({ ...config, secretsDir });
    makeClusterSecrets(secretsDir);
    const { sealKey, emailKey } = loadSecrets({ dir: secretsDir, production: false });
    await (await openLmdbKeyVault({ dir: keys })).close();
    const standalone = await openLmdbEventStore({ dir: events });
    await writeLedger(standalone);
    await put(standalone, emailStream(emailMac(emailKey, 'ada@example.ng')), [
      'EmailClaimed',
      { userId: 'ada' },
    ]);
    await new Sealer(standalone, sealKeyOf(sealKey), () => new Date(AT)).seal(signal);
    const rows = openSqliteWriter({ dir: readModels, views });
    await project(standalone, rows);
    await rows.close();

    server = await startEventStoreServer();
    const url = mongo.databaseUrl();
    clusterUrls = { EVENTSTORE_URL: server.url, MONGODB_URL: url, REDIS_URL: 'redis://127.0.0.1:1' };
    const copy = await openEventStoreDb({ url: server.url, ...PATIENT_LOG });
    await copyLedger(standalone, copy);
    writer = await openMongoWriter({ url, views, ...PATIENT });
    await project(copy, writer);
    await copy.close();
    await standalone.close();
    statement = join(folder, 'statement.csv');
    writeFileSync(statement, 'Request ID,Amount Charged,Status,Date\nnobody,97.00,delivered,2026-03-01\n');
  });
  afterAll(async () => {
    await writer?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Said> =>
    ledger(folder, args, { VENDOR_REVIEW_AFTER: '1000000h', LOG_LEVEL: 'silent', ...environment }).then(
      (text) => ({ code: 0, text }),
      ({ message }: Error) => {
        const [, code = '', text = ''] = /ended with (\d+): ([^]*)$/.exec(message) ?? [];
        return { code: Number(code), text };
      },
    );
  const onCluster = (...args: readonly string[]): Promise<Said> => run(args, clusterUrls);

  it.each([
    ['balances', 0, ['balances', '--json']],
    ['unexplained naira', 0, ['balances', '--unexplained', '--json']],
    ['events', 0, ['events', '--after', '3', '--limit', '9']],
    ['as-of, all accounts', 0, ['as-of', '--at', AT, '--json']],
    ['as-of, one account', 0, ['as-of', '--position', '20', '--account', 'vendor_float:1']],
    ['as-of, a wallet by its email', 0, ['as-of', '--wallet', 'ada@example.ng', '--json']],
    ['as-of, a wallet between events of one moment', 0, ['as-of', '--position', '20', '--wallet', 'ada']],
    ['compare', 0, ['compare', '--json']],
    ['reconcile', 1, ['reconcile', '--vendor', '1', '--json', '--statement', 'STATEMENT']],
    ['export for hledger', 0, ['export', '--format', 'hledger']],
    ['export of every event', 0, ['export', '--format', 'jsonl']],
    ['prove an event', 0, ['prove', '--event', '3', '--json']],
    ['prove a purchase', 0, ['prove', '--purchase', 'sold', '--json']],
    ['prove that one state grew out of another', 0, ['prove', '--consistency', '5', '9', '--json']],
    ['seals', 0, ['seals']],
    ['verify', 0, ['verify', '--read-models', '--json']],
  ] as const)('%s prints the same as for a folder', async (_name, code, args) => {
    const words = args.map((word) => (word === 'STATEMENT' ? statement : word));
    const [there, here] = await Promise.all([onCluster(...words), run(words)]);
    expect(there).toEqual(here);
    expect(there.code).toBe(code);
    expect(there.text.trim()).not.toBe('');
  });

  it.each([
    ['events of a stream', 0, ['events', '--stream', 'wallet-ada']],
    ['why', 1, ['why', 'sold', '--json']],
  ] as const)('%s prints the same, without positions that the store does not tell', async (_, code, args) => {
    const [there, here] = await Promise.all([onCluster(...args), run(args)]);
    expect(there.code).toBe(code);
    expect(there.text).toContain('"position":null');
    expect(there.text).not.toContain('"position":0');
    const placeless = ({ text }: Said): string => text.replaceAll(/"position":(?:\d+|null)/g, '"position"');
    expect(placeless(there)).toBe(placeless(here));
  });

  it('packs the same archive', async () => {
    const pack = async (name: string, urls = {}): Promise<Record<string, unknown>> => {
      const said = await run(['pack', '--json', '--out', join(folder, name)], urls);
      expect(said.code).toBe(0);
      expect(readFileSync(join(folder, name)).length).toBeGreaterThan(1_000);
      return { ...(JSON.parse(said.text) as object), at: undefined };
    };
    expect(await pack('there.tar.gz', clusterUrls)).toEqual(await pack('here.tar.gz'));
  });

  it('refuses backup and restore, and names the way of a cluster', async () => {
    for (const args of [
      ['backup', '--to', join(folder, 'backup')],
      ['restore', '--from', join(folder, 'backup')],
    ]) {
      const { code, text } = await onCluster(...args);
      expect({ code, text: text.trim() }).toEqual({
        code: 1,
        text: `${args[0]} is for a standalone ledger: docs/operating/backup.md says how a cluster does it`,
      });
    }
  });

  it('finds a changed row', async () => {
    const row = (await writer.get(walletView, 'ada'))!;
    await writer.unpark(walletView, [{ ...row, available: row.available + 1n }], []);
    const { code, text } = await onCluster('compare', '--view', 'wallet', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(text)).toMatchObject({
      ok: false,
      drift: 1,
      examples: [{ view: 'wallet', key: 'ada' }],
    });
    await writer.unpark(walletView, [row], []);
  });
});
