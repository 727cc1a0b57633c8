import { sleep } from '../../../infra/host/timers.js';
import { NO_JOB_FAULTS } from '../../../infra/simulation/job-broker.js';
import { CALM } from '../../../infra/simulation/network.js';
import { SeededRandom } from '../../../infra/simulation/seeded-random.js';
import type { PauseRules } from '../../catalog/routing/automatic-pause.decider.js';
import type { VendorAdapter } from '../../vendors/vendor-adapter.js';
import type { Violation } from '../judge/violations.js';
import type { PlannedOrder } from '../planned-order.js';
import { runScenario } from '../run-seed.js';
import type { Scenario } from '../scenario.js';
import type { Wiring } from '../wiring.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Default settings of the product. */
export const BOTH_BREAKERS: PauseRules = {
  success: 0.2,
  attemptsMin: 20,
  windowMs: 10 * MINUTE,
  unansweredMax: 10,
  silentMs: 20 * SECOND,
  float: 0n,
  probeAfterMs: MINUTE,
};
/** Pauses a vendor only by its share of deliveries in ten minutes, without `VENDOR_PAUSE_UNANSWERED`. */
export const RATE_ALONE: PauseRules = { ...BOTH_BREAKERS, unansweredMax: 0 };

const POST_TIMEOUT_MS = 50 * SECOND;
const QUERY_TIMEOUT_MS = 15 * SECOND;
const CONCURRENCY = 64;
/** Vendor that sells airtime unless an administrator chose another vendor. */
const VENDOR = 1;
const CUSTOMERS = 20;

export interface Sales {
  /** Milliseconds of virtual time for which the vendor delivers before it stops answering. */
  readonly aliveMs: number;
  readonly deadMs: number;
  /** Mean milliseconds between two purchases. */
  readonly everyMs: number;
}

/** Draws 10 to 15 minutes in which the vendor delivers, followed by 15 minutes in which it is dead. */
export function salesOf(seed: number): Sales {
  const random = new SeededRandom(seed, 40);
  return {
    aliveMs: random.between(10, 15) * MINUTE,
    deadMs: 15 * MINUTE,
    everyMs: random.between(500, 5_000),
  };
}

export interface Feeding {
  readonly seed: number;
  /** Purchases that customers paid for and that went to the dead vendor before it was paused. */
  readonly purchases: number;
  /** Milliseconds from the death of the vendor to its pause. `undefined` when it was never paused. */
  readonly untilPauseMs: number | undefined;
  readonly violations: readonly Violation[];
}

export async function feedDeadVendor(
  seed: number,
  rules: PauseRules,
  sales = salesOf(seed),
): Promise<Feeding> {
  let purchases = 0;
  let pausedAt: number | undefined;
  const diesAt = sales.aliveMs;
  const wiring: Wiring = {
    pausing: rules,
    config: (config) => ({
      ...config,
      VENDOR_POST_TIMEOUT: POST_TIMEOUT_MS,
      VENDOR_CONCURRENCY: CONCURRENCY,
    }),
    stored(events, atMs) {
      for (const { type, data } of events) {
        if (data['vendor'] !== VENDOR || atMs < diesAt || pausedAt !== undefined) continue;
        if (type === 'VendorPaused') pausedAt = atMs;
        if (type === 'PurchaseAccepted') purchases += 1;
      }
    },
    vendor: (adapter, _other, code, now) =>
      code === VENDOR ? mortal(adapter, () => now() >= diesAt) : adapter,
  };
  const { violations } = await runScenario(scenarioWith(seed, sales), wiring);
  const untilPauseMs = pausedAt === undefined ? undefined : pausedAt - diesAt;
  return { seed, purchases, untilPauseMs, violations };
}

/** After its death, the vendor accepts connections and answers nothing. */
function mortal(adapter: VendorAdapter, isDead: () => boolean): VendorAdapter {
  const silence = (ms: number) => sleep(ms, { outcome: 'unknown', reason: 'timeout', silent: true } as const);
  return {
    ...adapter,
    dispatch: (attempt) => (isDead() ? silence(POST_TIMEOUT_MS) : adapter.dispatch(attempt)),
    query: (attempt) => (isDead() ? silence(QUERY_TIMEOUT_MS) : adapter.query(attempt)),
  };
}

function scenarioWith(seed: number, { aliveMs, deadMs, everyMs }: Sales): Scenario {
  const random = new SeededRandom(seed, 41);
  const activeMs = aliveMs + deadMs;
  const orders: PlannedOrder[] = [];
  for (let atMs = 10 * SECOND; atMs < activeMs; atMs += everyMs * 2 * random.fraction())
    orders.push({
      key: `order-${orders.length}`,
      atMs,
      customer: random.between(0, CUSTOMERS - 1),
      phone: `0803${String(orders.length).padStart(7, '0')}`,
      amount: 100_00n,
      confirmDuplicate: true,
      taps: 1,
      endings: Array.from({ length: 3 }, () => ({ ending: 'delivered', afterMs: 0 }) as const),
    });
  return {
    seed,
    shape: 'standalone',
    apis: 1,
    workers: 0,
    customers: CUSTOMERS,
    activeMs,
    store: { ...CALM, latencyMs: 0.3 },
    jobs: NO_JOB_FAULTS,
    lagMs: 0,
    batchMax: 512,
    settledMax: 2_048,
    walletsMax: 50_000,
    skewMaxMs: 0,
    orders,
    payments: Array.from({ length: CUSTOMERS }, (_, customer) => ({
      reference: `MNFY|${seed}|${customer}`,
      atMs: 0,
      customer,
      paid: 1_000_000_00n,
      webhooks: 1,
    })),
    changes: [],
    shop: [],
    faults: [],
    restore: undefined,
    upgrade: undefined,
    people: undefined,
    moneyIn: undefined,
    readModels: undefined,
  };
}
