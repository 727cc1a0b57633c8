import { describeSnapshots } from '../snapshots/testing/snapshots.contract.js';
import { Network } from './network.js';
import { Scheduler } from './scheduler.js';
import { atRealPace } from './testing/at-real-pace.js';
import { ValuesServer } from './values-server.js';

describeSnapshots('simulated', async () => {
  const scheduler = new Scheduler(1);
  const server = new ValuesServer(new Network(scheduler));
  const end = atRealPace(scheduler);
  return { open: async () => server, remove: async () => end() };
});
