import { openJournal, type Entry, type Journal } from './journal.js';
import { endingOf, REQUERIES_UNTIL_DELIVERED, type VendorState } from './endings.js';

export const SMS_VENDOR = 11;
export const TRANSFER_VENDOR = 13;

export interface Payment {
  readonly number: number;
  readonly requestId: string;
  readonly vendor: number;
  readonly service: string;
  readonly recipient: string;
  /** Naira. */
  readonly amount: number;
  readonly quantity?: number;
  /** True for a prepaid meter. Its delivery contains a token. */
  readonly prepaid?: true;
  /** Unix ms. */
  readonly at: number;
  posts: number;
  queries: number;
  state: VendorState;
  /** True after a server has accepted a webhook about the payment. */
  told?: true;
}

export type VendorRequest = Pick<
  Payment,
  'requestId' | 'vendor' | 'service' | 'recipient' | 'amount' | 'quantity' | 'prepaid'
>;

export class VendorBooks {
  readonly payments: Payment[] = [];
  private readonly byRequestId = new Map<string, Payment>();

  private constructor(private readonly journal: () => Journal) {}

  static async open(file: string): Promise<VendorBooks> {
    const opening: { journal?: Journal } = {};
    const books = new VendorBooks(() => opening.journal!);
    opening.journal = await openJournal(file, (entry) => books.replay(entry));
    return books;
  }

  find(requestId: string): Payment | undefined {
    return this.byRequestId.get(requestId);
  }

  /**
   * Carries out an order, or returns the first payment when the order is repeated. To wait until the order is
   * on disk, call `durable()`.
   */
  post(order: VendorRequest, at: number): { readonly payment: Payment; readonly first: boolean } {
    const known = this.byRequestId.get(order.requestId);
    if (known) {
      known.posts++;
      this.journal().append(['again', order.requestId]);
      return { payment: known, first: false };
    }
    const { requestId, vendor, service, recipient, amount, quantity = 1, prepaid = false } = order;
    this.journal().append([
      'pay',
      requestId,
      vendor,
      service,
      recipient,
      amount,
      at,
      ...(quantity > 1 || prepaid ? [quantity, prepaid ? 1 : 0] : []),
    ]);
    return { payment: this.enter(order, at), first: true };
  }

  query(requestId: string): Payment | undefined {
    const payment = this.byRequestId.get(requestId);
    if (!payment) return undefined;
    this.journal().append(['query', requestId]);
    countQuery(payment);
    return payment;
  }

  reverse(payment: Payment): void {
    payment.state = 'reversed';
    this.journal().append(['reverse', payment.requestId]);
  }

  /** Records that a server accepted the webhook, so that it is not sent again after a restart. */
  told(payment: Payment): void {
    payment.told = true;
    this.journal().append(['told', payment.requestId]);
  }

  durable(): Promise<void> {
    return this.journal().durable();
  }

  close(): Promise<void> {
    return this.journal().close();
  }

  private enter(order: VendorRequest, at: number): Payment {
    const { requestId, vendor, service, recipient, amount, quantity, prepaid } = order;
    const state = endingOf(recipient).state;
    const plain: Payment = {
      number: this.payments.length,
      requestId,
      vendor,
      service,
      recipient,
      amount,
      at,
      posts: 1,
      queries: 0,
      state,
    };
    const payment: Payment =
      quantity === undefined && !prepaid
        ? plain
        : { ...plain, ...(quantity !== undefined && { quantity }), ...(prepaid && { prepaid }) };
    this.payments.push(payment);
    this.byRequestId.set(requestId, payment);
    return payment;
  }

  private replay([what, id, vendor, service, recipient, amount, at, quantity, prepaid]: Entry): void {
    const requestId = String(id);
    if (what === 'pay') {
      const order = {
        requestId,
        vendor: Number(vendor),
        service: String(service),
        recipient: String(recipient),
        ...(Number(quantity) > 1 && { quantity: Number(quantity) }),
        ...(prepaid === 1 && { prepaid: true as const }),
      };
      this.enter({ ...order, amount: Number(amount) }, Number(at));
      return;
    }
    const payment = this.byRequestId.get(requestId)!;
    if (what === 'again') payment.posts++;
    else if (what === 'query') countQuery(payment);
    else if (what === 'reverse') payment.state = 'reversed';
    else if (what === 'told') payment.told = true;
  }
}

function countQuery(payment: Payment): void {
  payment.queries++;
  if (payment.state === 'pending' && payment.queries >= REQUERIES_UNTIL_DELIVERED)
    payment.state = 'delivered';
}
