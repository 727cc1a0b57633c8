import { EPOCH, installHost } from '../../infra/simulation/simulated-host.js';
import { LogReader } from '../../infra/simulation/log-reader.js';
import { systemContext } from '../../infra/event-store/event-context.js';
import type { ViewsComparison } from '../audit/compare/compare-views.js';
import { verifyLedger } from '../audit/verify-ledger.js';
import { now } from '../../infra/host/clock.js';
import { setCutOver } from '../funding/cut-over.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { SimulatedEventStore } from '../../infra/simulation/simulated-event-store.js';
import { SimulatedProcess } from '../../infra/simulation/simulated-process.js';
import { Administrators } from './administrators.js';
import type { Coverage } from './coverage.js';
import { Customers } from './customers.js';
import type { Violation } from './judge/violations.js';
import { SEAL_KEYRING } from './projectors.js';
import { CUT_OVER_MS } from './money-in/money-in.js';
import { PROVIDERS } from './money-in/money-in-plan.js';
import { openCustomersRoom } from './people/customers-room.js';
import { WALLET_OF_TOMORROW } from './next-version.js';
import { reserveAccounts } from './simulated-bank.js';
import { type Scenario, userOf } from './scenario.js';
import { Shopkeepers } from './shop/shopkeepers.js';
import type { Wiring } from './wiring.js';
import { World } from './world.js';

export interface SeedResult {
  readonly seed: number;
  readonly violations: readonly Violation[];
  /** Broken rules that the product's `verifyLedger` reports. */
  readonly verify: readonly string[];
  /** Number of differences that `compareViews` found. */
  readonly drift: number | undefined;
  readonly trace: string;
  readonly coverage: Coverage;
  readonly story: readonly string[];
}

const SETUP_MS = 500;
/** Virtual milliseconds for the remaining work after `calmDown`. */
const QUIET_MAX_MS = 420_000;
const AFTER_LAST_WORD_MS = 60_000;
const ROLLING_MS = 10_000;
const UNKNOWN_EVENT = 'unknown-event';
const LOOKS_MAX = 5;
const LOOK_EVERY_MS = 10_000;
/** Milliseconds after which `verifyLedger` reports a purchase that has neither a settlement nor a review. */
const OWED_MAX_MS = AFTER_LAST_WORD_MS;

export async function runScenario(
  scenario: Scenario,
  wiring: Wiring = {},
  keepStory = false,
): Promise<SeedResult> {
  const world = new World(scenario, wiring, keepStory);
  const { scheduler, judge, coverage } = world;
  const restoreHost = installHost(scheduler, wiring);
  const unhandled = (error: unknown): void =>
    judge.violations.expect(false, 'no-unhandled-fault', () => `${world.running()}: ${String(error)}`);
  process.on('unhandledRejection', unhandled);
  let drift: number | undefined;
  try {
    await setUp(world);
    const customers = plan(world);
    await scheduler.runUntil(SETUP_MS + scenario.activeMs, () => judge.violations.all.length > 0);
    if (judge.violations.all.length === 0) {
      world.calmDown();
      await upgradeTheRest(world);
      await quiet(world);
    }
    if (judge.violations.all.length === 0) {
      const compared = await comparedAtRest(world);
      customers.priceLists();
      judge.finish(world.bank.paid.values(), world.vault.forgotten);
      world.projectors?.judge(compared);
      drift = compared?.drift;
    }
    for (const { process: each } of world.roles) each.crash();
  } finally {
    process.off('unhandledRejection', unhandled);
    restoreHost();
  }
  const verify = await agree(world);
  coverage.follow(world.log.all);
  coverage.total('events', world.log.all.length);
  coverage.total('steps', scheduler.steps);
  coverage.total('purchases', judge.wallets.purchases.size);
  return {
    seed: scenario.seed,
    violations: judge.violations.all,
    verify,
    drift,
    trace: scheduler.trace.hash,
    coverage,
    story: world.story.lines,
  };
}

async function setUp(world: World): Promise<void> {
  const { scheduler, stores, log, scenario } = world;
  for (const provider of scenario.moneyIn ? PROVIDERS : (['monnify'] as const))
    reserveAccounts(log, scenario.customers, provider);
  const opening = new SimulatedProcess(scheduler, 'opening');
  scheduler.in(0, opening, 'opening', () => {
    const store = new SimulatedEventStore(log, stores);
    const snapshots = {
      load: () => undefined,
      save: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    };
    const wallets = new WalletStreams(store, { ...snapshots, close: () => Promise.resolve() });
    const { vault, sessions } = world;
    if (scenario.moneyIn)
      for (const provider of PROVIDERS)
        void setCutOver(store, { provider, before: new Date(CUT_OVER_MS).toISOString() }, systemContext());
    const customers = sessions && openCustomersRoom({ store, vault, sessions, wallets });
    for (let customer = 0; customer < scenario.customers; customer += 1) {
      void customers?.signUp(userOf(customer));
      const paid = BigInt(scheduler.random.between(3, 40)) * 100_00n;
      const payment = {
        provider: 'opening',
        transactionReference: `opening-${customer}`,
        source: 'simulated',
      };
      void wallets.handle(
        userOf(customer),
        { type: 'FundWallet', ...payment, paid, settled: paid, charge: 0n },
        { actor: { kind: 'system', id: 'simulator' }, correlationId: 'opening', now: now() },
      );
    }
  });
  await scheduler.runUntil(SETUP_MS / 2);
  world.startAll();
  await scheduler.runUntil(SETUP_MS);
  stores.conditions = scenario.store;
}

function plan(world: World): Customers {
  const { scheduler, scenario, bank, vendorNet } = world;
  const customers = new Customers(world);
  const administrators = new Administrators(world);
  customers.plan(scenario.orders);
  administrators.begin();
  new Shopkeepers(world).plan(scenario.shop);
  world.moneyIn?.plan();
  if (scenario.people) world.people?.plan(scenario.people.acts);
  world.injector.plan(scenario.faults);
  if (scenario.restore) world.planRestore(scenario.restore);
  if (scenario.upgrade) {
    const { atMs, first } = scenario.upgrade;
    scheduler.in(atMs, undefined, 'upgrade', () => world.upgrade(world.roles[first % world.roles.length]!));
  }
  world.projectors?.plan();
  for (const change of scenario.changes)
    scheduler.in(change.atMs, undefined, change.kind, () =>
      change.kind === 'look' ? customers.look(change.customer) : administrators.change(change),
    );
  for (const payment of scenario.payments)
    scheduler.in(payment.atMs, undefined, 'payment', () => {
      bank.pay(payment);
      for (let told = 0; told < payment.webhooks; told += 1) {
        const role = scheduler.random.pick(world.up());
        if (role)
          scheduler.in(vendorNet.way(), role.process, 'payment told', () => {
            role.api?.report('monnify', payment.reference).catch(() => undefined);
          });
      }
    });
  return customers;
}

async function comparedAtRest(world: World): Promise<ViewsComparison | undefined> {
  for (let looks = 0; ; looks += 1) {
    const end = world.log.all.length;
    const compared = await world.projectors?.compared();
    if (!compared || world.log.all.length === end || looks >= LOOKS_MAX) return compared;
    await quiet(world);
  }
}

async function upgradeTheRest(world: World): Promise<void> {
  const { scheduler, judge, roles, scenario } = world;
  if (!scenario.upgrade) return;
  const theirs = userOf(scenario.upgrade.customer);
  await quiet(world, (userId) => userId !== theirs);
  judge.versions.othersAreServed(judge.wallets.purchases.values(), theirs);
  for (const role of roles)
    scheduler.in(scheduler.random.fraction() * ROLLING_MS, undefined, 'upgrade', () => world.upgrade(role));
  await scheduler.runUntil(scheduler.now + 2 * ROLLING_MS);
}

/** Waits for the final answers of vendors, and for settlements and refunds. */
async function quiet(world: World, counts: (userId: string) => boolean = () => true): Promise<void> {
  const { scheduler, judge, vendors } = world;
  const until = scheduler.now + QUIET_MAX_MS;
  while (scheduler.now < until && judge.violations.all.length === 0) {
    await scheduler.runUntil(scheduler.now + LOOK_EVERY_MS, () => judge.violations.all.length > 0);
    world.projectors?.unparkAll();
    const { conversations } = judge.purchases;
    const owed = [...judge.wallets.purchases].some(
      ([id, { state, userId }]) =>
        counts(userId) &&
        (state === 'held' || (state === 'captured' && conversations.get(id)?.takenBack === true)),
    );
    let lastWord = SETUP_MS + world.scenario.activeMs;
    for (const { process: each } of world.roles) lastWord = Math.max(lastWord, each.pausedUntil);
    for (const { arrivedAt, planned } of vendors.facts.values())
      if (arrivedAt !== undefined) lastWord = Math.max(lastWord, arrivedAt + planned.afterMs);
    const isLevel = world.projectors?.isLevel() ?? true;
    if (!owed && isLevel && scheduler.now >= lastWord + AFTER_LAST_WORD_MS) return;
  }
}

/** Checks that `verifyLedger` finds no fault in a run in which `Judge` found none. */
async function agree(world: World): Promise<readonly string[]> {
  const { judge, log } = world;
  const broken = judge.violations.all.length > 0;
  const report = await verifyLedger({
    eventStore: new LogReader(log),
    acknowledged: judge.answers.acknowledged.keys(),
    asOf: new Date(EPOCH + world.scheduler.now),
    seals: { keyring: SEAL_KEYRING },
    patience: { settledWithinMs: OWED_MAX_MS, reviewedWithinMs: OWED_MAX_MS },
  });
  // Ignore unknown event types, because only the newer version of the product knows them.
  const known = report.problems.filter(({ rule }) => rule !== UNKNOWN_EVENT);
  const [first] = known;
  judge.violations.expect(
    broken || known.length === 0,
    'verify-agrees',
    () => `verify finds ${first?.rule}: ${first?.detail}`,
  );
  const isUnread = log.all.some(({ type }) => type === WALLET_OF_TOMORROW);
  judge.violations.expect(
    broken || isUnread === known.length < report.problems.length,
    'verify-says-what-it-cannot-read',
    () => `verify passes over what it cannot read, or finds what there is not`,
  );
  return [...new Set(known.map(({ rule }) => rule))];
}
