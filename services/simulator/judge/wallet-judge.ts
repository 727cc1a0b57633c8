import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { Violations } from './violations.js';

/** Balance of a wallet in kobo, from `atMs` until the next `Moment`. */
interface Moment {
  readonly atMs: number;
  readonly available: bigint;
  readonly held: bigint;
}

type Held = 'held' | 'captured' | 'released' | 'reversed';

interface Money {
  state: Held;
  readonly userId: string;
  readonly price: bigint;
  readonly acceptedAtMs: number;
  readonly reference: string;
  readonly vendor: number;
}

const SETTLEMENTS: ReadonlyMap<string, readonly [from: Held, to: Held]> = new Map([
  ['PurchaseCaptured', ['held', 'captured']],
  ['PurchaseReleased', ['held', 'released']],
  ['PurchaseReversed', ['captured', 'reversed']],
]);

/** Checks the balance of each wallet against the sum of its postings. */
export class WalletJudge {
  readonly purchases = new Map<string, Money>();
  /** Credited amounts in kobo, by provider and reference. */
  readonly credited = new Map<string, bigint[]>();
  readonly #books = new Map<string, bigint>();
  readonly #moments = new Map<string, Moment[]>();

  constructor(
    private readonly violations: Violations,
    private readonly now: () => number,
  ) {}

  add(event: RecordedEvent): void {
    const { data, type } = event;
    const postings = data['postings'] as readonly { account: string; amount: string }[] | undefined;
    if (postings) this.#post(event, postings);
    if (!event.stream.startsWith('wallet-')) return;
    const userId = event.stream.slice('wallet-'.length);
    if (type === 'PurchaseAccepted') this.#accept(event, userId);
    else if (SETTLEMENTS.has(type)) this.#settle(event);
    else if (type === 'WalletFunded') {
      const reference = `${String(data['provider'])} ${String(data['transactionReference'])}`;
      const before = this.credited.get(reference) ?? [];
      this.credited.set(reference, [...before, BigInt(String(data['credited']))]);
      this.violations.expect(before.length === 0, 'paid-once', () => `${reference} was credited twice`);
    }
    this.#balance(event, userId);
  }

  reset(): void {
    for (const known of [this.purchases, this.credited, this.#books, this.#moments]) known.clear();
  }

  between(userId: string, fromMs: number, toMs: number): readonly Moment[] {
    const all = this.#moments.get(userId) ?? [];
    const first = all.findLastIndex(({ atMs }) => atMs <= fromMs);
    return first < 0
      ? [NOTHING, ...all.filter(({ atMs }) => atMs <= toMs)]
      : all.slice(first).filter(({ atMs }, index) => index === 0 || atMs <= toMs);
  }

  balance(account: string): bigint {
    return this.#books.get(account) ?? 0n;
  }

  #post({ type, position }: RecordedEvent, postings: readonly { account: string; amount: string }[]): void {
    let sum = 0n;
    for (const { account, amount } of postings) {
      sum += BigInt(amount);
      this.#books.set(account, this.balance(account) + BigInt(amount));
    }
    this.violations.expect(sum === 0n, 'trial-balance', () => `${type} at ${position} is off by ${sum} kobo`);
  }

  #accept({ data }: RecordedEvent, userId: string): void {
    const purchaseId = String(data['purchaseId']);
    this.violations.expect(
      !this.purchases.has(purchaseId),
      'accepted-once',
      () => `${purchaseId} was charged twice`,
    );
    this.purchases.set(purchaseId, {
      state: 'held',
      userId,
      price: BigInt(String(data['price'])),
      acceptedAtMs: this.now(),
      reference: String(data['reference']),
      vendor: Number(data['vendor']),
    });
  }

  #settle({ data, type }: RecordedEvent): void {
    const purchaseId = String(data['purchaseId']);
    const [from, to] = SETTLEMENTS.get(type)!;
    const money = this.purchases.get(purchaseId);
    this.violations.expect(
      money?.state === from,
      'captured-xor-released',
      () => `${purchaseId} is ${money?.state ?? 'unheard of'} and was ${to}`,
    );
    if (money) money.state = to;
  }

  #balance({ data, type, position }: RecordedEvent, userId: string): void {
    const available = -this.balance(`user_available:${userId}`);
    const held = -this.balance(`user_held:${userId}`);
    const moments = this.#moments.get(userId) ?? [];
    moments.push({ atMs: this.now(), available, held });
    this.#moments.set(userId, moments);
    let open = 0n;
    for (const money of this.purchases.values())
      if (money.userId === userId && money.state === 'held') open += money.price;
    const where = (): string => `after ${type} at ${position} ${userId} has ${available} and ${held} held`;
    this.violations.expect(available >= 0n && held >= 0n, 'not-below-zero', where);
    this.violations.expect(held === open, 'held-is-open', () => `${where()}, and ${open} of open purchases`);
    if (data['availableAfter'] === undefined) return;
    const told = data['availableAfter'] === String(available) && data['heldAfter'] === String(held);
    this.violations.expect(told, 'told-balance', where);
  }
}

const NOTHING: Moment = { atMs: 0, available: 0n, held: 0n };
