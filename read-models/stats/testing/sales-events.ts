import type { NewEvent } from '../../../infra/event-store/event-store.js';
import type { SalesWindow } from '../../../services/contracts/admin/sales.contract.js';
import type { Service } from '../../../services/contracts/services.js';
import { GivenEvents, type GivenEvent } from '../../testing/given-events.js';

const MINUTE_MS = 60_000;

/** A purchase with its times and outcome; prices in kobo. */
export interface SoldOnce {
  readonly service: Service;
  readonly vendor: number;
  readonly price: bigint;
  readonly cost: bigint;
  readonly acceptedMs: number;
  readonly openMs: number;
  readonly end: 'captured' | 'released';
  /** Time from capture to reversal. */
  readonly reversedAfterMs?: number | undefined;
  /** `ada` by default. */
  readonly userId?: string;
  /** The same phone for all by default. */
  readonly recipient?: string;
}

type Fact = readonly [atMs: number, tell: (given: GivenEvents) => GivenEvents];

/** Events of all sales, in order of time. */
export function salesEvents(sales: readonly SoldOnce[]): readonly GivenEvent[] {
  const facts = sales.flatMap((sold, number): Fact[] => factsOf(sold, `p${number}`));
  return facts
    .toSorted(([one], [other]) => one - other)
    .map(([atMs, tell], number) => {
      const [told] = tell(new GivenEvents()).events;
      const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
      const event: NewEvent = { ...told!.event, id, at: new Date(atMs).toISOString() };
      return { stream: told!.stream, event };
    });
}

function factsOf(sold: SoldOnce, purchaseId: string): Fact[] {
  const {
    service,
    vendor,
    price,
    cost,
    acceptedMs,
    openMs,
    end,
    reversedAfterMs,
    userId = 'ada',
    recipient,
  } = sold;
  const wallet = `wallet-${userId}`;
  const endedMs = acceptedMs + openMs;
  const acceptedAt = new Date(acceptedMs).toISOString();
  const about = {
    userId,
    purchaseId,
    service,
    price: String(price),
    availableAfter: '0',
    heldAfter: '0',
    postings: [],
  };
  const sale = { ...about, vendor, cost: String(cost) };
  return [
    [
      acceptedMs,
      (given) =>
        given.accepted(userId, purchaseId, price, {
          service,
          vendor,
          ...(recipient !== undefined && { sealed: recipient }),
        }),
    ],
    end === 'captured'
      ? [endedMs, (given) => given.tell(wallet, 'PurchaseCaptured', { ...sale, acceptedAt })]
      : [
          endedMs,
          (given) => given.tell(wallet, 'PurchaseReleased', { ...about, vendor, reason: 'declined' }),
        ],
    ...(end === 'captured' && reversedAfterMs !== undefined
      ? [
          [
            endedMs + reversedAfterMs,
            (given) => given.tell(wallet, 'PurchaseReversed', { ...sale, reason: 'vendor' }),
          ] satisfies Fact,
        ]
      : []),
  ];
}

/** Expected figures in kobo. */
export interface Counted {
  readonly transactions: number;
  readonly amount: bigint;
  readonly margin: bigint;
  readonly failed: number;
}

/**
 * Counts straight from the log, independently of the read model: every event, with Lagos days from Node's own time
 * zones.
 */
export function countFromLog(
  events: Iterable<Pick<NewEvent, 'type' | 'at' | 'data'>>,
  days: number,
  nowMs: number,
  which: { readonly service?: Service; readonly vendor?: number } = {},
): Counted {
  const last = new Set(
    Array.from({ length: days }, (_, back) => dateInLagos(nowMs - back * 1_440 * MINUTE_MS)),
  );
  let [transactions, failed, amount, margin] = [0, 0, 0n, 0n];
  for (const { type, at, data } of events) {
    if (!['PurchaseCaptured', 'PurchaseReleased', 'PurchaseReversed'].includes(type)) continue;
    if (which.service !== undefined && data['service'] !== which.service) continue;
    if (which.vendor !== undefined && data['vendor'] !== which.vendor) continue;
    if (!last.has(dateInLagos(Date.parse(at)))) continue;
    if (type === 'PurchaseReleased') {
      failed += 1;
      continue;
    }
    const sign = type === 'PurchaseCaptured' ? 1n : -1n;
    transactions += Number(sign);
    amount += sign * BigInt(String(data['price']));
    margin += sign * (BigInt(String(data['price'])) - BigInt(String(data['cost'])));
  }
  return { transactions, amount, margin, failed };
}

const inLagos = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos', dateStyle: 'short' });
const dateInLagos = (ms: number): string => inLagos.format(ms);

export const WINDOW_DAYS: Readonly<Record<SalesWindow, number>> = { today: 1, week: 7, month: 30, year: 365 };
