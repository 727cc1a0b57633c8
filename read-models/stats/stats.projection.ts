import { projectionOn } from '../../infra/projections/projection.js';
import type { Operation } from '../../infra/read-store/view.js';
import { lagosDateOf } from '../../services/contracts/fields/lagos-day.js';
import type { Service } from '../../services/contracts/services.js';
import type { WalletEvent } from '../../services/wallet/wallet.events.js';
import { ALL_DAYS, DELIVERY_TIMES, type DeliveryTime, type StatsRow, statsView } from './stats.view.js';

type Counters = Readonly<
  Partial<Record<Exclude<keyof StatsRow, 'id' | 'day' | 'service' | 'vendor'>, bigint>>
>;

const NOTHING = {
  captured: 0n,
  captured_sum: 0n,
  captured_cost: 0n,
  reversed: 0n,
  reversed_sum: 0n,
  reversed_cost: 0n,
  released: 0n,
  released_sum: 0n,
  ...(Object.fromEntries(DELIVERY_TIMES.map(([column]) => [column, 0n])) as Record<DeliveryTime, bigint>),
};

const ALL: StatsRow = { ...NOTHING, id: ALL_DAYS, day: ALL_DAYS, service: null, vendor: 0 };

const STARTS_MAX = 1_000;
const starts = new Map<string, StatsRow>();

function startOf(day: string, service: Service, vendor: number): StatsRow {
  const id = `${day}|${service}|${vendor}`;
  const known = starts.get(id);
  if (known) return known;
  if (starts.size >= STARTS_MAX) starts.clear();
  const row: StatsRow = { ...NOTHING, id, day, service, vendor };
  starts.set(id, row);
  return row;
}

/** Adds an event to the Lagos day of the event's own time, so that past days never change. */
const count = (at: string, service: Service, vendor: number, by: Counters): readonly Operation[] => [
  { op: 'add', row: startOf(lagosDateOf(Date.parse(at)), service, vendor), by },
  { op: 'add', row: ALL, by },
];

/** A delivery time is negative when the clock was set back. Negative times belong to `took_1s`. */
function tookColumn(acceptedAt: string, at: string): DeliveryTime {
  const tookMs = Date.parse(at) - Date.parse(acceptedAt);
  return DELIVERY_TIMES.find(([, below]) => tookMs < below)?.[0] ?? 'took_longer';
}

/** Fills the statistics from wallet events, because a sale is made when its money is captured. */
export const statsProjection = projectionOn<WalletEvent, StatsRow>({
  view: statsView,
  on: {
    PurchaseCaptured: ({ at, data: { service, vendor, price, cost, acceptedAt } }) =>
      count(at, service, vendor, {
        captured: 1n,
        captured_sum: BigInt(price),
        captured_cost: BigInt(cost),
        ...(acceptedAt !== undefined && { [tookColumn(acceptedAt, at)]: 1n }),
      }),
    PurchaseReversed: ({ at, data: { service, vendor, price, cost } }) =>
      count(at, service, vendor, { reversed: 1n, reversed_sum: BigInt(price), reversed_cost: BigInt(cost) }),
    PurchaseReleased: ({ at, data: { service, vendor = 0, price } }) =>
      count(at, service, vendor, { released: 1n, released_sum: BigInt(price) }),
  },
});
