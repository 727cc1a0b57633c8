import type { Checkpoints } from '../../infra/checkpoints/checkpoints.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import type { JobQueue } from '../../infra/queue/job-queue.js';
import type { ReadModelsServer } from '../../infra/simulation/read-models/read-models-server.js';
import type { Mailer } from '../../infra/mail/mailer.js';
import type { SessionStore, TriesStore } from '../../infra/sessions/session-store.js';
import type { ReadStoreWriter } from '../../infra/read-store/view.js';
import type { ShownRows } from '../audit/compare/compare-view.js';
import type { FinishForgettingsOptions } from '../customers/forgetting/finish-forgettings.js';
import type { KeepCatalogOptions } from '../catalog/keep-catalog.js';
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
  /** What a process calls a vendor by; any other one by its code. */
  vendor?(adapter: VendorAdapter, other: (code: number) => VendorAdapter): VendorAdapter;
  /** How a process hears of changes of the price list. */
  catalogue?(stream: KeepCatalogOptions['stream']): KeepCatalogOptions['stream'];
  provider?(provider: PaymentProvider): PaymentProvider;
  checkpoints?(checkpoints: Checkpoints): Checkpoints;
  config?(config: WorkerConfig, place: Place): WorkerConfig;
  /** What keeps the read models, to be changed. */
  readModels?(server: ReadModelsServer): void;
  writer?(writer: ReadStoreWriter): ReadStoreWriter;
  /** What `compare` sees of what is shown. */
  comparing?(shown: ShownRows): ShownRows;
  /** The store of a process of the version of today, beside that of tomorrow. */
  today?(store: EventStore): EventStore;
  tries?(tries: TriesStore): TriesStore;
  sessions?(sessions: SessionStore): SessionStore;
  /** What a process knows of forgettings that were begun. */
  forgettings?(forgettings: FinishForgettingsOptions['forgettings']): FinishForgettingsOptions['forgettings'];
  mailer?(mailer: Mailer): Mailer;
  sweepEveryMs?: number;
  /** The key of a request that is sent again. */
  keyOf?(key: string, tries: number): string;
  /** The price that a request says was agreed to. */
  agreed?(price: bigint | undefined): bigint | undefined;
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
  /** Whether the product's own `compare` then finds a difference at the end. */
  readonly compare?: true;
  readonly wiring: Wiring;
}
