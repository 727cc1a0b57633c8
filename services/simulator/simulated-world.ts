import type { Network } from '../../infra/simulation/network.js';
import type { Scheduler } from '../../infra/simulation/scheduler.js';
import type { SimulatedLog } from '../../infra/simulation/simulated-log.js';
import type { Coverage } from './coverage.js';
import type { Judge } from './judge/judge.js';
import type { Disk, Scenario } from './scenario.js';
import type { PostOffice } from './people/post-office.js';
import type { simulatedVault } from './people/simulated-vault.js';
import type { Story } from './story.js';
import type { SimulatedProcess } from '../../infra/simulation/simulated-process.js';
import type { Projecting } from '../projector/keep-projecting.js';
import type { Place, Wiring } from './wiring.js';
import type { ApiProcess } from './processes.js';
import type { RunningWorker } from '../worker/start-worker.js';

export interface Projector {
  readonly projecting: Projecting;
  stop(): void;
}

export interface Role {
  readonly place: Place;
  process: SimulatedProcess;
  api: ApiProcess | undefined;
  worker: RunningWorker | undefined;
  projector: Projector | undefined;
  runs: number;
  next: boolean;
}

export interface SimulatedWorld {
  readonly scenario: Scenario;
  readonly wiring: Wiring;
  readonly scheduler: Scheduler;
  readonly log: SimulatedLog;
  readonly coverage: Coverage;
  readonly story: Story;
  readonly judge: Judge;
  readonly roles: readonly Role[];
  readonly stores: Network;
  readonly redis: Network;
  readonly vendorNet: Network;
  readonly readNet: Network;
  readonly vault: ReturnType<typeof simulatedVault>;
  readonly post: PostOffice;
  readonly calm: boolean;
  crash(role: Role): void;
  fill(disk: Disk, untilMs: number): void;
  up(): Role[];
}
