import type { Checkpoints } from '../../infra/checkpoints/checkpoints.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import type { JobQueue } from '../../infra/queue/job-queue.js';
import type { ReadModelsServer } from '../../infra/simulation/read-models/read-models-server.js';
import type { ReadStoreWriter } from '../../infra/read-store/view.js';
import type { Settle } from '../purchases/settle/settle-wallet.reactor.js';
import type { PaymentProvider } from '../vendors/payment-provider.js';
import type { VendorAdapter } from '../vendors/vendor-adapter.js';
import type { Wallet } from '../wallet/wallet.state.js';
import type { WalletStreams } from '../wallet/wallet.streams.js';
import type { WorkerConfig } from '../worker/start-worker.js';

/** Who is given a collaborator: which process it runs in. */
export interface Place {
  readonly role: 'api' | 'worker' | 'projector';
  /** 0 for the first of its role. */
  readonly index: number;
}

/** Collaborators put in the place of the simulation's own: how faults are planted without a word of it in the product. */
export interface Wiring {
  store?(store: EventStore, place: Place): EventStore;
  /** What follows the log sees. */
  follow?(follow: EventStore['follow'], place: Place): EventStore['follow'];
  settle?(settle: Settle, store: EventStore): Settle;
  jobs?(jobs: JobQueue): JobQueue;
  vendor?(adapter: VendorAdapter): VendorAdapter;
  provider?(provider: PaymentProvider): PaymentProvider;
  checkpoints?(checkpoints: Checkpoints): Checkpoints;
  config?(config: WorkerConfig, place: Place): WorkerConfig;
  /** What keeps the read models, to be changed. */
  readModels?(server: ReadModelsServer): void;
  writer?(writer: ReadStoreWriter): ReadStoreWriter;
  sweepEveryMs?: number;
  /** The key of a request that is sent again. */
  keyOf?(key: string, tries: number): string;
  /** The balance that a customer is shown. */
  shown?(wallets: WalletStreams, userId: string): Promise<Wallet>;
  /** Whether the webhooks of vendors are taken. */
  webhooksTaken?: boolean;
}

/** A fault that the simulator has to find. The names with a number are those of faults that the product once had. */
export interface PlantedFault {
  readonly name: string;
  readonly what: string;
  /** A seed that finds it, the first one when this was written: `--planted` looks for it anew. */
  readonly foundBy: number;
  /** The rule of the product's own `verify` that then finds it as well; absent where nothing of it is in the log. */
  readonly verify?: string;
  readonly wiring: Wiring;
}
