import { describeEventStore } from '../event-store/testing/event-store.contract.js';
import { CALM, Network } from './network.js';
import { Scheduler } from './scheduler.js';
import { SimulatedEventStore } from './simulated-event-store.js';
import { SimulatedLog } from './simulated-log.js';
import { atRealPace } from './testing/at-real-pace.js';

let seed = 0;

describeEventStore('simulated', async () => {
  const scheduler = new Scheduler((seed += 1));
  const log = new SimulatedLog();
  const network = new Network(scheduler, { ...CALM, latencyMs: 0.5 });
  const open = () => new SimulatedEventStore(log, network, { lagMs: 2 });
  const end = atRealPace(scheduler);
  return { store: open(), reopen: async () => open(), dispose: async () => end() };
});
