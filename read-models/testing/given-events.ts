import type { Actor, EventData, NewEvent } from '../../infra/event-store/event-store.js';
import type { AdministratorEvent } from '../../services/administrators/administrator.events.js';
import type { BroadcastEvent } from '../../services/broadcasts/broadcast.events.js';
import type { CatalogEvent } from '../../services/catalog/catalog.events.js';
import type { UserEvent } from '../../services/customers/user.events.js';
import type { FundingEvent } from '../../services/funding/funding.events.js';
import { HOUSE_USER_ID } from '../../services/ledger/streams.js';
import type { PurchaseAccepted, WalletFunded, WalletEvent } from '../../services/wallet/wallet.events.js';
import type { ProblemEvent, PurchaseEvent } from '../../services/purchases/purchase.events.js';

export interface GivenEvent {
  readonly stream: string;
  readonly event: NewEvent;
}

type Known =
  | AdministratorEvent
  | BroadcastEvent
  | CatalogEvent
  | FundingEvent
  | WalletEvent
  | PurchaseEvent
  | ProblemEvent
  | UserEvent;
type DataOf<Type extends Known['type']> = Extract<Known, { type: Type }>['data'];

/** Builds a story with its own clock: one minute passes between events. */
export class GivenEvents {
  readonly events: GivenEvent[] = [];
  #minutes = 0;
  #actor: Actor = { kind: 'system', id: 'story' };

  /** Starts on 2026-03-10 at 09:00 in Lagos. */
  constructor(private readonly start = '2026-03-10T08:00:00.000Z') {}

  tell<Type extends Known['type']>(stream: string, type: Type, data: DataOf<Type>): this {
    const at = new Date(Date.parse(this.start) + this.#minutes++ * 60_000).toISOString();
    const id = `00000000-0000-4000-8000-${String(this.events.length).padStart(12, '0')}`;
    const event = {
      id,
      type,
      version: 1,
      at,
      actor: this.#actor,
      correlationId: id,
      causationId: id,
      data: data as unknown as EventData,
    };
    this.events.push({ stream, event });
    return this;
  }

  /** Sets the actor of all later events. */
  by(actor: Actor): this {
    this.#actor = actor;
    return this;
  }

  later(minutes: number): this {
    this.#minutes += minutes;
    return this;
  }

  forgotten(userId: string): this {
    return this.tell(`user-${userId}`, 'PersonForgotten', { userId });
  }

  /** Broadcast that is created and activated at the same time. */
  broadcast(broadcastId: string, title = 'Maintenance', message = 'Data is slow tonight.'): this {
    return this.tell(`broadcast-${broadcastId}`, 'BroadcastCreated', { broadcastId, title, message })
      .later(-1)
      .tell(`broadcast-${broadcastId}`, 'BroadcastActivated', { broadcastId });
  }

  opened(userId: string): this {
    return this.tell(`wallet-${userId}`, 'WalletOpened', { userId });
  }

  funded(userId: string, credited: bigint, more: Partial<WalletFunded> = {}): this {
    return this.tell(`wallet-${userId}`, 'WalletFunded', {
      userId,
      provider: 'monnify',
      transactionReference: `MNFY-${this.events.length}`,
      source: 'Wema Bank',
      paid: String(credited),
      charge: '0',
      providerFee: '0',
      credited: String(credited),
      availableBefore: '0',
      availableAfter: String(credited),
      heldAfter: '0',
      postings: [
        { account: 'psp_receivable:monnify', amount: String(credited) },
        { account: `user_available:${userId}`, amount: String(-credited) },
      ],
      ...more,
    });
  }

  accepted(userId: string, purchaseId: string, price: bigint, more: Partial<PurchaseAccepted> = {}): this {
    return this.tell(`wallet-${userId}`, 'PurchaseAccepted', {
      userId,
      purchaseId,
      reference: `REF-${purchaseId}`,
      service: 'airtime',
      product: { network: 1 },
      tier: 'regular',
      amount: String(price),
      discount: '0',
      price: String(price),
      expectedCost: String(price),
      vendor: 1,
      requestDigest: '',
      duplicateKey: '',
      firstAnswer: { message: '', reference: '' },
      sealed: '08031234567',
      availableAfter: '0',
      heldAfter: String(price),
      postings: moved(`user_available:${userId}`, `user_held:${userId}`, price),
      ...more,
    });
  }

  sent(userId: string, purchaseId: string, attempt = 1, vendor = 1): this {
    const data = { userId, purchaseId, attempt, vendor, vendorReference: `v${attempt}` };
    return this.tell(`purchase-${purchaseId}`, 'AttemptStarted', data);
  }

  captured(userId: string, purchaseId: string, price: bigint, availableAfter = 0n): this {
    return this.tell(`wallet-${userId}`, 'PurchaseCaptured', {
      ...after(userId, purchaseId, price, availableAfter),
      vendor: 1,
      cost: String(price),
      postings: moved(`user_held:${userId}`, 'vendor_float:1', price),
    });
  }

  /** Adjustment by an administrator. */
  adjusted(userId: string, before: bigint, after: bigint): this {
    return this.tell(`wallet-${userId}`, 'WalletAdjusted', {
      userId,
      commandId: `change-${this.events.length}`,
      kind: 'correction',
      reason: 'A mistake of ours',
      delta: String(after - before),
      availableBefore: String(before),
      availableAfter: String(after),
      heldAfter: '0',
      postings: moved('adjustment:correction', `user_available:${userId}`, after - before),
    });
  }

  houseFunded(amount: bigint): this {
    const userId = HOUSE_USER_ID;
    return this.tell(`wallet-${userId}`, 'HouseFunded', {
      userId,
      commandId: 'house-1',
      reason: 'Stock',
      amount: String(amount),
      availableBefore: '0',
      availableAfter: String(amount),
      heldAfter: '0',
      postings: moved('house_capital', `user_available:${userId}`, amount),
    });
  }

  released(userId: string, purchaseId: string, price: bigint, availableAfter = price): this {
    return this.tell(`wallet-${userId}`, 'PurchaseReleased', {
      ...after(userId, purchaseId, price, availableAfter),
      reason: 'not-found',
      postings: moved(`user_held:${userId}`, `user_available:${userId}`, price),
    });
  }

  reversed(userId: string, purchaseId: string, price: bigint, availableAfter = price): this {
    return this.tell(`wallet-${userId}`, 'PurchaseReversed', {
      ...after(userId, purchaseId, price, availableAfter),
      vendor: 1,
      cost: String(price),
      reason: 'vendor',
      postings: moved('vendor_float:1', `user_available:${userId}`, price),
    });
  }
}

const moved = (debit: string, credit: string, kobo: bigint) => [
  { account: debit, amount: String(kobo) },
  { account: credit, amount: String(-kobo) },
];

const after = (userId: string, purchaseId: string, price: bigint, availableAfter: bigint) => ({
  userId,
  purchaseId,
  service: 'airtime' as const,
  price: String(price),
  availableAfter: String(availableAfter),
  heldAfter: '0',
});
