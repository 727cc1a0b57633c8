import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { z } from 'zod';
import type { View } from '../../../infra/read-store/view.js';
import { until } from '../../../infra/testing/until.js';
import { ProjectionWatch } from './projection-watch.js';
import { hostsOf, StoreWatch } from './store-watch.js';

let watch: { stop(): Promise<void> } | undefined;
afterEach(() => watch?.stop());

describe('a watch over stores', () => {
  it('names a refusing and a hanging store until they answer again', async () => {
    let healthy = false;
    const stores = new StoreWatch(
      [
        { name: 'the log', ask: () => (healthy ? Promise.resolve() : Promise.reject(new Error('refused'))) },
        { name: 'the rest', ask: () => (healthy ? Promise.resolve() : new Promise(() => undefined)) },
        { name: 'another', ask: () => Promise.resolve() },
      ],
      10,
      50,
    );
    watch = stores;
    await until(() => stores.problems().length === 2);
    expect(stores.problems()).toEqual([
      'the log does not answer: refused',
      'the rest does not answer: nothing within 0.05 s',
    ]);
    const answering = (): boolean[] =>
      ['the log', 'the rest', 'another'].map((name) => stores.answers({ name }));
    expect(answering()).toEqual([false, false, true]);
    healthy = true;
    await until(() => stores.problems().length === 0);
    expect(answering()).toEqual([true, true, true]);
  });

  it('blames no store for a stall of this process', async () => {
    let asked = 0;
    const wrong: string[] = [];
    const stores: StoreWatch = new StoreWatch(
      [
        {
          name: 'the log',
          ask: async () => {
            wrong.push(...(asked++ > 0 ? stores.problems() : []));
            const { port1, port2 } = new MessageChannel();
            const answer = once(port2, 'message');
            port1.postMessage('answered at once');
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
            return answer.finally(() => port1.close());
          },
        },
      ],
      5,
      20,
    );
    watch = stores;
    await until(() => asked > 4);
    expect(wrong).toEqual([]);
  });

  it('shows addresses without passwords', () => {
    expect(hostsOf('esdb://admin:changeit@a:2113,b:2113?tls=false')).toBe('a:2113,b:2113');
    expect(hostsOf('mongodb://mongo:27017/ledger?replicaSet=rs0')).toBe('mongo:27017');
    expect(hostsOf('nonsense')).toBe('an unreadable address');
  });
});

const ADA = { key: 'ada', since: 3, reason: 'WalletFunded: SyntaxError' };

describe('a watch over read models', () => {
  const view = (name: string): View => ({
    name,
    version: 1,
    row: z.object({ id: z.string() }),
    key: 'id',
    indexes: [],
    searchable: [],
  });

  it('names only the view that stands still while the log goes on', async () => {
    let [end, history, clock, looks] = [10, 10, 0, 0];
    // A look may be under way: only the next one sees the new state.
    const rounds = async (more: number): Promise<void> => {
      const enough = looks + more;
      await until(() => looks > enough);
    };
    const projections = new ProjectionWatch({
      views: [view('history'), view('wallet')],
      everyMs: 5,
      staleMs: 1_000,
      now: () => clock,
      eventStore: { lastPosition: () => Promise.resolve((looks++, end)) },
      readStore: {
        checkpoint: ({ name }) => Promise.resolve(name === 'history' ? history : end),
        parkedKeys: ({ name }) => Promise.resolve(name === 'wallet' ? [ADA] : []),
      },
    });
    watch = projections;
    await rounds(2);
    clock += 60_000;
    await rounds(2);
    expect(projections.problems()).toEqual([]);
    end = 20;
    await rounds(2);
    expect([projections.problems(), projections.projected, projections.lastPosition]).toEqual([[], 10, 20]);
    clock += 5_000;
    expect(projections.problems()).toEqual([
      'the view history stands at 10 of 20 for 5 s: no projector moves it',
    ]);
    expect(projections.parked).toEqual([
      { view: 'history', parked: [] },
      { view: 'wallet', parked: [ADA] },
    ]);
    history = 15;
    await rounds(2);
    expect(projections.problems()).toEqual([]);
  });
});
