import { describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '../event-store/event-store.js';
import { describeEventStore } from '../event-store/testing/event-store.contract.js';
import { CALM, Network } from './network.js';
import { Scheduler } from './scheduler.js';
import { SimulatedEventStore } from './simulated-event-store.js';
import { SimulatedLog } from './simulated-log.js';
import { atRealPace } from './testing/at-real-pace.js';

let seed = 0;

function newStore(latencyMs: number) {
  const scheduler = new Scheduler((seed += 1));
  const log = new SimulatedLog();
  const network = new Network(scheduler, { ...CALM, latencyMs });
  return { scheduler, open: () => new SimulatedEventStore(log, network, { lagMs: 2 }) };
}

describeEventStore('simulated', async () => {
  const { scheduler, open } = newStore(0.5);
  const end = atRealPace(scheduler);
  return { store: open(), reopen: async () => open(), dispose: async () => end() };
});

describe('a simulated event store that closes', () => {
  it('ends its followers at any moment, also while an empty page is on its way', async () => {
    for (let closesAt = 0; closesAt < 6; closesAt += 0.1) {
      const { scheduler, open } = newStore(2);
      const store = open();
      let ending: unknown;
      const following = (async () => {
        for await (const _ of store.follow({ after: 0, signal: new AbortController().signal }));
      })().catch((error: unknown) => (ending = error));
      await scheduler.runUntil(closesAt);
      const closing = store.close();
      await scheduler.runUntil(100);
      expect(ending).toBeInstanceOf(StoreUnavailable);
      await Promise.all([closing, following]);
    }
  });
});
