import { NO_STREAM, RevisionConflict } from '../../../infra/event-store/event-store.js';
import type { EventStore, StreamHead } from '../../../infra/event-store/event-store.js';
import { breathe } from '../../../infra/host/timers.js';
import { walletStream } from '../../ledger/streams.js';
import { walletEvent, type WalletEvent } from '../wallet.events.js';
import type { LoadedWallet } from './wallet.loader.js';
import type { Settled } from '../wallet.state.js';

const PAGE = 500;

/** Finds settlements that the wallet has dropped from memory. */
export class SettledSearch {
  private readonly found = new Map<string, Settled | 'held'>();
  private newest: StreamHead = NO_STREAM;
  private from: number | undefined;

  constructor(
    private readonly loaded: LoadedWallet,
    private readonly wanted: ReadonlySet<string>,
    private readonly eventStore: Pick<EventStore, 'readStream'>,
  ) {}

  /**
   * @returns undefined when the stream contains no settlement of this purchase
   * @throws StoreUnavailable
   * @throws RevisionConflict when the purchase is open in the stream, but not in the wallet in memory
   */
  async find(purchaseId: string): Promise<Settled | undefined> {
    while (!this.found.has(purchaseId) && (this.from ?? 0) >= 0) {
      await this.readPage();
      // Pause after each page, so that commands on other wallets can run.
      await breathe();
    }
    const found = this.found.get(purchaseId);
    if (found !== 'held') return found;
    const { head, wallet } = this.loaded;
    throw new RevisionConflict(walletStream(wallet.userId), head, this.newest);
  }

  private async readPage(): Promise<void> {
    const stream = walletStream(this.loaded.wallet.userId);
    const place = this.from === undefined ? {} : { from: this.from };
    const page = await this.eventStore.readStream(stream, { ...place, direction: 'backwards', limit: PAGE });
    const [first] = page;
    if (this.from === undefined && first) this.newest = { revision: first.revision, hash: first.hash };
    for (const event of page) this.note(walletEvent(event));
    this.from = (page.at(-1)?.revision ?? 0) - 1;
  }

  private note(event: WalletEvent | undefined): void {
    if (!event || !('purchaseId' in event.data)) return;
    const { purchaseId } = event.data;
    if (!this.wanted.has(purchaseId) || this.found.has(purchaseId)) return;
    const found = event.type === 'PurchaseAccepted' ? 'held' : settledBy(event, purchaseId);
    if (found) this.found.set(purchaseId, found);
  }
}

export function settledBy({ type, data }: WalletEvent, purchaseId: string): Settled | undefined {
  if (!('purchaseId' in data) || data.purchaseId !== purchaseId) return undefined;
  if (type === 'PurchaseReleased') return { outcome: 'released' };
  if (type === 'PurchaseReversed') return { outcome: 'reversed' };
  if (type !== 'PurchaseCaptured') return undefined;
  const { service, vendor, price, cost } = data;
  return { outcome: 'captured', service, vendor, price, cost };
}
