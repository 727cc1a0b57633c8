import { describeLimits } from '../limits/testing/limits.contract.js';
import { describeSessionStores } from '../sessions/testing/sessions.contract.js';
import { Network } from './network.js';
import { Scheduler } from './scheduler.js';
import { SessionsServer } from './sessions-server.js';
import { atRealPace } from './testing/at-real-pace.js';

const close = (): Promise<void> => Promise.resolve();

describeSessionStores('simulated', () => {
  const scheduler = new Scheduler(1);
  const server = new SessionsServer(new Network(scheduler), true);
  const end = atRealPace(scheduler);
  const open = () => ({
    sessions: server.sessions(),
    tries: server.tries(),
    counters: server.counters(),
    close,
  });
  return { open, end };
});

describeLimits('simulated', () => {
  const scheduler = new Scheduler(1);
  const server = new SessionsServer(new Network(scheduler), true);
  return { open: () => ({ limits: server.limits(), close }), end: atRealPace(scheduler) };
});
