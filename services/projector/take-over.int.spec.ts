import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { openMongoReadStore, openMongoWriter } from '../../infra/read-store/mongo/open-mongo-read-store.js';
import { PATIENT } from '../../infra/read-store/testing/parcels.js';
import type { ReadStore } from '../../infra/read-store/view.js';
import type { RebuildReport } from '../../infra/projections/rebuild-view.js';
import { MongoProxy } from '../../infra/testing/mongo-proxy.js';
import { describeWithMongo } from '../../infra/testing/with-mongo.js';
import { GivenEvents } from '../../read-models/testing/given-events.js';
import { projections, views } from '../../read-models/views.js';
import { walletOf } from '../../read-models/wallet/wallet.query.js';
import { keepProjecting, type Projecting } from './keep-projecting.js';
import { PATIENCE_MS } from '../../infra/testing/until.js';

/** Projector with its own connection, which the test can cut. */
interface Candidate {
  readonly proxy: MongoProxy;
  readonly projecting: Projecting;
}

const PRICE = 50_00n;

describeWithMongo('two projectors over one MongoDB', (mongo) => {
  let url: string;
  let log: MemoryEventStore;
  let reader: ReadStore;
  let candidates: Candidate[];
  const stop = new AbortController();
  afterAll(() => stop.abort());

  beforeEach(async () => {
    url = mongo.databaseUrl();
    log = new MemoryEventStore();
    reader = await openMongoReadStore({ url, views, ...PATIENT });
    candidates = [await candidate(), await candidate()];
  });
  afterEach(async () => {
    stop.abort();
    await Promise.all(candidates.map(({ projecting }) => projecting.finished));
    await Promise.all(candidates.map(({ proxy }) => proxy.stop()));
    await reader.close();
  });

  const candidate = async (): Promise<Candidate> => {
    const proxy = await MongoProxy.before(url);
    const projecting = keepProjecting({
      eventStore: log,
      readModels: {
        openWriter: (signal) =>
          openMongoWriter({ url: proxy.url, views, signal, leaseMs: 2_000, patienceMs: 1_000 }),
      },
      projections,
      open: () => undefined,
      onCommitted: () => undefined,
      onFault: () => undefined,
      signal: stop.signal,
      retryMs: 50,
    });
    return { proxy, projecting };
  };

  const told = new GivenEvents().opened('ada').funded('ada', 1_000_000_00n);
  let purchases = 0;
  async function buy(times: number): Promise<number> {
    const from = told.events.length;
    for (let n = 0; n < times; n += 1) {
      const id = `p${(purchases += 1)}`;
      told.accepted('ada', id, PRICE).captured('ada', id, PRICE);
    }
    const fresh = told.events.slice((await log.lastPosition()) === 0 ? 0 : from);
    for (const { stream, event } of fresh) await log.append(stream, await log.head(stream), [event]);
    return log.lastPosition();
  }

  async function untilAt(position: number): Promise<void> {
    for (
      const end = performance.now() + PATIENCE_MS;
      (await reader.checkpoint(views[0]!)) < position;
      await sleep(20)
    )
      if (performance.now() > end) throw new Error(`the read models do not reach ${position}`);
  }

  /** Asks the active projector, which may change when the machine stalls. */
  async function rebuilt(view: string): Promise<RebuildReport> {
    for (let tries = 0; ; tries += 1)
      try {
        const working = candidates.find(({ projecting }) => projecting.health().length > 0);
        if (!working) throw new Error('nobody projects');
        return await working.projecting.rebuild(view);
      } catch (error) {
        if (tries === 100) throw error;
        await sleep(250);
      }
  }

  it('keep the figures right while each is cut off in the middle of its work', async () => {
    await untilAt(await buy(5));
    for (let round = 0; round < 6; round += 1) {
      const working = candidates.find(({ projecting }) => projecting.health().length > 0);
      const buying = buy(20);
      await sleep(round * 7);
      working?.proxy.cut();
      await untilAt(await buying);
      working?.proxy.heal();
    }
    expect(await walletOf({ readStore: reader, userId: 'ada' })).toMatchObject({
      totalTransaction: purchases,
    });
    for (const { name } of views) expect(await rebuilt(name)).toMatchObject({ differing: 0, swapped: true });
  });
});
