import { type Conditions, CALM } from '../../infra/simulation/network.js';
import { type JobFaults, NO_JOB_FAULTS } from '../../infra/simulation/job-broker.js';
import { SeededRandom } from '../../infra/simulation/seeded-random.js';
import { type PlannedMoneyIn, moneyInOf } from './money-in/money-in-plan.js';
import { peopleOf, type PlannedPeople } from './people/people-plan.js';
import { orderedInShop, type PlannedShopChange, shopChangesOf } from './shop/shop-plan.js';
import { ENDINGS } from './vendor-endings.js';
import type { PlannedOrder } from './planned-order.js';

export interface PlannedPayment {
  readonly reference: string;
  readonly atMs: number;
  readonly customer: number;
  readonly paid: bigint;
  /** Number of webhooks that the provider sends about this payment. */
  readonly webhooks: number;
}

export type FaultKind =
  | 'crash'
  | 'pause'
  | 'cutOff'
  | 'outage'
  | 'stop'
  | 'queueAway'
  | 'vendorAway'
  | 'readModelsAway'
  | 'clockSteps'
  | 'diskFull';

/** Stores whose disks may become full during a run. */
export const DISKS = ['log', 'values', 'readModels', 'sessions', 'queue', 'keys'] as const;
export type Disk = (typeof DISKS)[number];

/** Fault of a single process or of all processes. */
export interface PlannedFault {
  readonly kind: FaultKind;
  readonly atMs: number;
  readonly afterSteps: number;
  readonly at: 'any' | 'stored';
  readonly target: number;
  /** Milliseconds of the fault. For `clockSteps`, of the jump, negative when it jumps back. */
  readonly ms: number;
  readonly disk?: Disk;
  /** True when the clocks of all processes jump together, as on one machine. */
  readonly everywhere?: true;
}

/** The operator stops all processes and replaces the stores by older copies. */
export interface PlannedRestore {
  readonly atMs: number;
  /** Virtual time at which the older copies of the stores were made. */
  readonly ofMs: number;
  readonly log: boolean;
  readonly values: boolean;
  readonly readModels: boolean;
}

export const CHANGES = ['chooseVendor', 'pauseVendor', 'resumeVendor', 'adjust', 'askAgain', 'look'] as const;
export interface PlannedChange {
  readonly kind: (typeof CHANGES)[number];
  readonly atMs: number;
  readonly customer: number;
  readonly choice: number;
}

export interface PlannedReadModels {
  /** Number of projector processes. 0 in a standalone installation, which needs no such process. */
  readonly projectors: number;
  readonly transactions: boolean;
  /** Index of the customer whose data cannot be decrypted until `calmDown` ends the faults. */
  readonly unreadable: number | undefined;
  readonly rebuilds: readonly { readonly atMs: number; readonly view: number }[];
  readonly comparedAt: readonly number[];
  readonly seals: boolean;
}

/** Process `first` gets the newer version at `atMs`, all others at the end of the run. */
export interface PlannedUpgrade {
  readonly atMs: number;
  readonly first: number;
  readonly customer: number;
}

export interface Scenario {
  readonly seed: number;
  readonly shape: 'cluster' | 'standalone';
  readonly apis: number;
  readonly workers: number;
  readonly customers: number;
  readonly activeMs: number;
  readonly store: Conditions;
  readonly jobs: JobFaults;
  readonly lagMs: number;
  readonly batchMax: number;
  readonly settledMax: number;
  readonly walletsMax: number;
  readonly skewMaxMs: number;
  readonly orders: readonly PlannedOrder[];
  readonly payments: readonly PlannedPayment[];
  readonly changes: readonly PlannedChange[];
  readonly shop: readonly PlannedShopChange[];
  readonly faults: readonly PlannedFault[];
  readonly restore: PlannedRestore | undefined;
  readonly upgrade: PlannedUpgrade | undefined;
  readonly people: PlannedPeople | undefined;
  readonly moneyIn: PlannedMoneyIn | undefined;
  readonly readModels: PlannedReadModels | undefined;
}

export const userOf = (customer: number): string => `customer-${customer}`;

const SECOND = 1_000;
const UPGRADE_SHARE = 0.3;
const READ_MODELS_SHARE = 1 / 3;
const CLOCK_SHARE = 0.25;
/** Typical jumps of a clock in milliseconds, each multiplied by 0.5 to 1.5. */
const CLOCK_STEPS_MS = [2 * 60_000, 20 * 60_000, 3 * 3_600_000];
const DISK_SHARE = 0.25;
const RESTORE_SHARE = 0.2;
const LOG_BACK_SHARE = 0.5;
const BESIDE_A_NEWER_LOG = [
  [true, true],
  [true, false],
  [false, true],
] as const;
const BESIDE_AN_EARLIER_LOG = [...BESIDE_A_NEWER_LOG, [false, false]] as const;

export function scenarioOf(seed: number): Scenario {
  const random = new SeededRandom(seed, 3);
  const cluster = random.chance(0.8);
  const activeMs = random.between(30, 120) * SECOND;
  const customers = random.between(1, 3);
  const many = <Item>(least: number, most: number, make: (index: number) => Item): Item[] =>
    Array.from({ length: random.between(least, most) }, (_, index) => make(index));
  const apis = cluster ? random.between(1, 3) : 1;
  const workers = cluster ? random.between(1, 3) : 0;
  const plan: Omit<Scenario, 'people' | 'readModels' | 'restore'> = {
    seed,
    shape: cluster ? 'cluster' : 'standalone',
    apis,
    workers,
    customers,
    activeMs,
    store: cluster
      ? conditionsOf(random)
      : { ...CALM, latencyMs: 0.3, refused: random.chance(0.3) ? 0.01 : 0 },
    jobs: random.chance(0.5) ? NO_JOB_FAULTS : jobFaultsOf(random),
    lagMs: random.pick([0, 20, 500, 5_000]),
    batchMax: random.pick([1, 2, 7, 512]),
    settledMax: random.pick([1, 2, 2_048]),
    walletsMax: random.pick([1, 50_000]),
    skewMaxMs: cluster ? random.pick([0, 0, 1_500]) : 0,
    orders: orderedInShop(
      seed,
      many(2, 10, (index) => plannedOrder(random, index, customers, activeMs)),
    ),
    shop: shopChangesOf(seed, activeMs),
    payments: many(0, 4, (index) => ({
      reference: `MNFY|${seed}|${index}`,
      atMs: random.between(0, activeMs),
      customer: random.between(0, customers - 1),
      paid: BigInt(random.between(2, 40)) * 100_00n,
      webhooks: random.between(0, 3),
    })),
    changes: many(0, 6, () => ({
      kind: random.pick(CHANGES),
      atMs: random.between(0, activeMs),
      customer: random.between(0, customers - 1),
      choice: random.between(0, 1_000_000),
    })),
    faults: many(0, 7, () => faultOf(random, activeMs)),
    upgrade: upgradeOf(seed, activeMs, customers),
    moneyIn: moneyInOf(seed, activeMs, customers),
  };
  const people = peopleOf(seed, activeMs, customers, plan.orders);
  const mayLose = people === undefined && plan.upgrade === undefined;
  const faults = [...plan.faults, ...machineFaults(seed, activeMs, plan.orders)];
  return withReadModels({ ...plan, faults, people, restore: restoreOf(seed, activeMs, mayLose) });
}

/** Uses its own random numbers, so that the rest of the plan stays the same. */
function withReadModels(plan: Omit<Scenario, 'readModels'>): Scenario {
  const random = new SeededRandom(plan.seed, 4);
  if (!random.chance(READ_MODELS_SHARE)) return { ...plan, readModels: undefined };
  const { activeMs, apis, workers, customers, shape } = plan;
  const projectors = shape === 'cluster' ? random.between(1, 2) : 0;
  const first = projectors === 0 ? 0 : apis + workers;
  const faults = Array.from({ length: random.between(0, 4) }, (): PlannedFault => {
    const kind: FaultKind = random.weighted({ crash: 4, pause: 4, cutOff: 3, readModelsAway: 1, stop: 1 });
    const target = first + random.between(0, Math.max(0, projectors - 1));
    return { ...faultOf(random, activeMs), at: 'any', kind, target };
  });
  return {
    ...plan,
    faults: [...plan.faults, ...faults],
    readModels: {
      projectors,
      transactions: shape === 'standalone' || random.chance(0.5),
      unreadable: random.chance(0.4) ? random.between(0, customers - 1) : undefined,
      rebuilds: Array.from({ length: random.between(0, 2) }, () => ({
        atMs: random.between(0, activeMs),
        view: random.between(0, 1_000),
      })),
      comparedAt: comparedAt(plan.seed, activeMs),
      seals: new SeededRandom(plan.seed, 10).chance(0.45),
    },
  };
}

function conditionsOf(random: SeededRandom): Conditions {
  const rare = (most: number): number => (random.chance(0.5) ? 0 : random.fraction() * most);
  return {
    latencyMs: random.pick([0.5, 2, 20]),
    slow: rare(0.05),
    slowMs: random.pick([200, 2_000]),
    lostAnswer: rare(0.05),
    lostCall: rare(0.03),
    lateCall: rare(0.02),
    refused: rare(0.03),
    broken: rare(0.4),
  };
}

const jobFaultsOf = (random: SeededRandom): JobFaults => ({
  duplicated: random.fraction() * 0.3,
  lost: random.fraction() * 0.2,
  held: random.fraction() * 0.1,
});

function plannedOrder(
  random: SeededRandom,
  index: number,
  customers: number,
  activeMs: number,
): PlannedOrder {
  // Choose from only a few times, phone numbers and amounts, so that some orders are duplicates of
  // others.
  const rush = random.chance(0.4) ? activeMs / 3 : undefined;
  return {
    key: `order-${index}`,
    atMs: rush === undefined ? random.between(0, activeMs) : rush + random.between(0, 50),
    customer: random.between(0, customers - 1),
    phone: `0803123456${random.between(0, 2)}`,
    amount: BigInt(random.pick([1, 2, 10])) * 100_00n,
    confirmDuplicate: random.chance(0.6),
    taps: random.chance(0.3) ? 2 : 1,
    ...(random.chance(0.3) ? { againAfterMs: random.between(1, 60) * SECOND } : {}),
    endings: Array.from({ length: 3 }, () => ({
      ending: random.weighted(ENDINGS),
      afterMs: random.pick([
        random.between(0, 500),
        random.between(500, 20_000),
        random.between(20_000, 90_000),
      ]),
    })),
  };
}

function faultOf(random: SeededRandom, activeMs: number): PlannedFault {
  const kind: FaultKind = random.weighted({
    crash: 4,
    pause: 5,
    cutOff: 2,
    outage: 1,
    stop: 1,
    queueAway: 1,
    vendorAway: 1,
  });
  const at = random.chance(0.6) ? 'any' : 'stored';
  return {
    kind,
    atMs: random.between(0, activeMs),
    afterSteps: random.between(0, at === 'any' ? 40 : 3),
    at,
    target: random.between(0, 5),
    ms: random.between(1, kind === 'pause' ? 120 : 30) * SECOND,
  };
}

function machineFaults(seed: number, activeMs: number, orders: readonly PlannedOrder[]): PlannedFault[] {
  const random = new SeededRandom(seed, 17);
  const fault = (kind: FaultKind, atMs: number, ms: number): PlannedFault => ({
    kind,
    atMs,
    afterSteps: random.between(0, 40),
    at: 'any',
    target: random.between(0, 7),
    ms,
  });
  const anyTime = (): number => random.between(0, activeMs);
  const step = (): number => random.pick([-1, 1]) * random.pick(CLOCK_STEPS_MS) * (0.5 + random.fraction());
  const steps = random.chance(CLOCK_SHARE) ? random.between(1, 3) : 0;
  const full = random.chance(DISK_SHARE) ? random.between(1, 2) : 0;
  const denied = orders.filter(({ endings: [first] }) => first?.ending === 'lost');
  return [
    ...Array.from({ length: steps }, () => fault('clockSteps', anyTime(), step())),
    ...denied.flatMap(({ atMs }): PlannedFault[] => {
      if (!random.chance(CLOCK_SHARE)) return [];
      return [{ ...fault('clockSteps', atMs + random.between(8, 18) * SECOND, step()), everywhere: true }];
    }),
    ...Array.from({ length: full }, () => ({
      ...fault('diskFull', anyTime(), random.between(1, 40) * SECOND),
      disk: random.pick(DISKS),
    })),
  ];
}

/** @param mayLose true when the restore may remove events from the end of the log */
function restoreOf(seed: number, activeMs: number, mayLose: boolean): PlannedRestore | undefined {
  const random = new SeededRandom(seed, 18);
  if (!random.chance(RESTORE_SHARE)) return undefined;
  const atMs = random.between(Math.ceil(activeMs / 4), activeMs);
  const ofMs = random.fraction() * atMs;
  const log = random.chance(LOG_BACK_SHARE) && mayLose;
  const [values, readModels] = random.pick(log ? BESIDE_AN_EARLIER_LOG : BESIDE_A_NEWER_LOG);
  return { atMs, ofMs, log, values, readModels };
}

function upgradeOf(seed: number, activeMs: number, customers: number): PlannedUpgrade | undefined {
  const random = new SeededRandom(seed, 14);
  if (!random.chance(UPGRADE_SHARE)) return undefined;
  return {
    atMs: random.between(0, activeMs),
    first: random.between(0, 5),
    customer: random.between(0, customers - 1),
  };
}

function comparedAt(seed: number, activeMs: number): readonly number[] {
  const random = new SeededRandom(seed, 13);
  return Array.from({ length: random.between(0, 2) }, () => random.between(0, activeMs));
}
