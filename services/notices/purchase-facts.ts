import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
import type { Artefacts } from '../contracts/artefacts.js';
import { productOf } from '../contracts/services.js';
import { purchaseEvent, type PurchaseEvent } from '../purchases/purchase.events.js';
import { purchaseStream } from '../ledger/streams.js';
import type { WalletEvent } from '../wallet/wallet.events.js';
import type { PurchaseFacts } from './mail-templates.js';

export type PurchaseEnded = Extract<
  WalletEvent,
  { type: 'PurchaseCaptured' | 'PurchaseReleased' | 'PurchaseReversed' }
>;

export async function purchaseFacts(
  ended: PurchaseEnded,
  { eventStore, vault }: { readonly eventStore: EventStore; readonly vault: Pick<KeyVault, 'open'> },
): Promise<PurchaseFacts | undefined> {
  const { userId, purchaseId, price, availableAfter } = ended.data;
  const events = (await eventStore.readStream(purchaseStream(purchaseId))).map(purchaseEvent);
  const opened = events.find((event) => event?.type === 'PurchaseOpened')?.data;
  if (!opened) return undefined;
  const sealed = events.map(sealedArtefacts).findLast((each) => each !== undefined);
  const recipient = vault.open(userId, opened.sealed)?.['recipient'];
  const artefacts = sealed !== undefined && vault.open(userId, sealed);
  const { part, released } = ended.type === 'PurchaseCaptured' ? ended.data : {};
  return {
    reference: opened.reference,
    product: productOf(opened.product),
    recipient: typeof recipient === 'string' ? recipient : '',
    amount: BigInt(price),
    availableAfter: BigInt(availableAfter),
    ...(part && { part: { ...part, released: BigInt(released ?? '0') } }),
    ...(artefacts && ended.type === 'PurchaseCaptured' && { artefacts: artefacts as Artefacts }),
  };
}

const DECIDED_MAX = 1_000;

/** Knows which purchases an administrator decided. Mails about them cannot be turned off. */
export class DecidedPurchases {
  private readonly delivered = new Set<string>();

  onRecorded(recorded: RecordedEvent): void {
    if (recorded.type !== 'ReviewResolved') return;
    const event = purchaseEvent(recorded);
    if (event?.type !== 'ReviewResolved' || event.data.decision !== 'delivered') return;
    this.delivered.add(event.data.purchaseId);
    const [oldest] = this.delivered;
    if (this.delivered.size > DECIDED_MAX && oldest !== undefined) this.delivered.delete(oldest);
  }

  has({ type, data }: PurchaseEnded): boolean {
    if (type === 'PurchaseReleased') return data.reason === 'review';
    return type === 'PurchaseCaptured' && this.delivered.has(data.purchaseId);
  }

  state(): string[] {
    return [...this.delivered];
  }

  restore(kept: unknown): void {
    if (!Array.isArray(kept)) return;
    for (const id of kept) if (typeof id === 'string') this.delivered.add(id);
  }
}

function sealedArtefacts(event: PurchaseEvent | undefined): string | undefined {
  switch (event?.type) {
    case 'AttemptDelivered':
    case 'PartiallyDelivered':
    case 'AttemptConfirmed':
    case 'ReviewResolved':
      return event.data.sealed;
    default:
      return undefined;
  }
}
