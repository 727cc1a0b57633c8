import type { Checkpoints } from '../../infra/checkpoints/checkpoints.js';
import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
import type { JobQueue } from '../../infra/queue/job-queue.js';
import type { ReadModelsServer } from '../../infra/simulation/read-models/read-models-server.js';
import type { SimulatedClocks } from '../../infra/simulation/simulated-host.js';
import type { Mailer } from '../../infra/mail/mailer.js';
import type { SessionStore, TriesStore } from '../../infra/sessions/session-store.js';
import type { ReadStoreWriter } from '../../infra/read-store/view.js';
import type { ShownRows } from '../audit/compare/compare-view.js';
import type { FinishForgettingsOptions } from '../customers/forgetting/finish-forgettings.js';
import type { KeepCatalogOptions } from '../catalog/keep-catalog.js';
import type { PauseRules } from '../catalog/routing/automatic-pause.decider.js';
import type { holdAfterOlderLog } from '../runtime/stores/hold-after-older-log.js';
import type { Settle } from '../purchases/settle/settle-wallet.reactor.js';
import type { PaymentProvider } from '../vendors/payment-provider.js';
import type { VendorAdapter } from '../vendors/vendor-adapter.js';
import type { Wallet } from '../wallet/wallet.state.js';
import type { WalletStreams } from '../wallet/wallet.streams.js';
import type { WorkerConfig } from '../worker/worker-deps.js';

export interface Place {
  readonly role: 'api' | 'worker' | 'projector';
  readonly index: number;
}

/** Hooks that plant faults. */
export interface Wiring extends SimulatedClocks {
  store?(store: EventStore, place: Place): EventStore;
  follow?(follow: EventStore['follow'], place: Place): EventStore['follow'];
  settle?(settle: Settle, store: EventStore): Settle;
  jobs?(jobs: JobQueue): JobQueue;
  /** `now` returns the virtual time in ms. */
  vendor?(
    adapter: VendorAdapter,
    other: (code: number) => VendorAdapter,
    code: number,
    now: () => number,
  ): VendorAdapter;
  /** Rules for pausing failing vendors. Without this field, no vendor is paused. */
  pausing?: PauseRules;
  /** Called after events were stored, with the virtual time in ms. */
  stored?(events: readonly RecordedEvent[], atMs: number): void;
  catalogue?(stream: KeepCatalogOptions['stream']): KeepCatalogOptions['stream'];
  provider?(provider: PaymentProvider): PaymentProvider;
  checkpoints?(checkpoints: Checkpoints): Checkpoints;
  config?(config: WorkerConfig, place: Place): WorkerConfig;
  readModels?(server: ReadModelsServer): void;
  writer?(writer: ReadStoreWriter): ReadStoreWriter;
  comparing?(shown: ShownRows): ShownRows;
  today?(store: EventStore): EventStore;
  tries?(tries: TriesStore): TriesStore;
  sessions?(sessions: SessionStore): SessionStore;
  forgettings?(forgettings: FinishForgettingsOptions['forgettings']): FinishForgettingsOptions['forgettings'];
  mailer?(mailer: Mailer): Mailer;
  sweepEveryMs?: number;
  keyOf?(key: string, tries: number): string;
  agreed?(price: bigint | undefined): bigint | undefined;
  shown?(wallets: WalletStreams, userId: string): Promise<Wallet>;
  webhooksTaken?: boolean;
  holdAfterOlderLog?: typeof holdAfterOlderLog;
  copied?(length: number): number;
}

export interface PlantedFault {
  readonly name: string;
  readonly what: string;
  /** Seed with which the simulator finds the fault. */
  readonly foundBy: number;
  /** Rule of `verifyLedger` that the fault breaks. */
  readonly verify?: string;
  readonly compare?: true;
  readonly wiring: Wiring;
}
