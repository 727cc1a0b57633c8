import { afterAll, describe, expect, it } from '@jest/globals';
import { isCommand, MongoProxy } from '../../testing/mongo-proxy.js';
import { startMongoServer } from '../../testing/mongo-server.js';
import { parcelCountView, PATIENT } from '../testing/parcels.js';
import type { Operation, View } from '../view.js';
import { openMongoWriter } from './open-mongo-read-store.js';

const views: readonly View[] = [parcelCountView];
const server = await startMongoServer({ pretendTransactions: true });
const counted = (by: bigint): Operation => ({
  op: 'add',
  row: { owner: 'ada', parcels: 0n, last: null },
  by: { parcels: by },
});

/** A replica set reports its own addresses, which would lead clients past the proxy. */
const direct = (url: string): string => `${url}?directConnection=true`;

/** Session id in a message. */
function sessionOf(message: Buffer): Buffer | undefined {
  const lsid = message.indexOf('\u0003lsid\0');
  if (lsid < 0) return undefined;
  const id = message.indexOf('\u0005id\0', lsid) + '\u0005id\0'.length + 5;
  return message.subarray(id, id + 16);
}

const isTransaction = (message: Buffer): boolean =>
  isCommand(message, ['update'], 'read_model_pointers') && message.includes('startTransaction');

if ('missing' in server)
  describe.skip(`a transaction left open (${server.missing})`, () => it('is not tested', () => undefined));
else
  describe('a transaction that a writer left open', () => {
    afterAll(() => server.stop());

    /**
     * Cuts the writer off during its first write of a transaction. The pointers then stay locked, as with real
     * transactions, until the session ends.
     */
    it('is ended by its successor, which waits for no limit of the server', async () => {
      const url = direct(server.databaseUrl());
      const [dying, coming] = [await MongoProxy.before(url), await MongoProxy.before(url)];
      const options = { views, leaseMs: 1_000, patienceMs: 5_000 };
      const first = await openMongoWriter({ ...options, url: dying.url });
      await first.apply(parcelCountView, 0, 5, [counted(1n)]);
      let holder: Buffer | undefined;
      const cutOff = new Promise<void>((resolve) => {
        dying.fate = (message) => {
          if (!isTransaction(message)) return 'pass';
          holder = sessionOf(message);
          resolve();
          return 'cut-before';
        };
      });
      // This writer retries as long as its process lives, so the test does not wait for it.
      const dead = first.apply(parcelCountView, 5, 6, [counted(10n)]).catch(() => undefined);
      await cutOff;
      expect(holder).toHaveLength(16);

      let ended = false;
      let waited = 0;
      coming.fate = (message) => {
        if (message.includes('killSessions') && message.includes(holder!)) ended = true;
        if (ended || !isCommand(message, ['update'], 'read_model_pointers')) return 'pass';
        waited += 1;
        return 'hold';
      };
      const second = await openMongoWriter({ ...options, ...PATIENT, url: coming.url });
      expect({ ended, waited }).toEqual({ ended: true, waited: 0 });
      await second.apply(parcelCountView, 5, 6, [counted(100n)]);
      expect(await second.get(parcelCountView, 'ada')).toMatchObject({ parcels: 101n });
      await Promise.all([first.close(), second.close(), dead]);
      await Promise.all([dying.stop(), coming.stop()]);
    });

    it('names each session once, for any number of batches', async () => {
      const url = direct(server.databaseUrl());
      const proxy = await MongoProxy.before(url);
      const writer = await openMongoWriter({ views, url: proxy.url, ...PATIENT });
      const sessions = new Set<string>();
      let named = 0;
      proxy.fate = (message) => {
        if (isTransaction(message)) sessions.add(sessionOf(message)!.toString('hex'));
        if (isCommand(message, ['update'], 'read_model_leases') && message.includes('$push')) named += 1;
        return 'pass';
      };
      for (let at = 0; at < 10; at += 1) await writer.apply(parcelCountView, at, at + 1, [counted(1n)]);
      expect({ sessions: sessions.size, named }).toEqual({ sessions: 1, named: 1 });
      await writer.close();
      await proxy.stop();
    });
  });
