import type { Logger } from 'pino';
import type { ListedValues } from '../../infra/checkpoints/checkpoints.js';
import { lackingIn } from '../../infra/checkpoints/log-went-back.js';
import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
import { now } from '../../infra/host/clock.js';
import { heldAlone } from '../../infra/lease/lease.js';
import { inProcessJobQueue } from '../../infra/queue/in-process/in-process-job-queue.js';
import { JobBroker } from '../../infra/simulation/job-broker.js';
import { LeaseServer } from '../../infra/simulation/lease-server.js';
import { CALM, Network } from '../../infra/simulation/network.js';
import { Scheduler } from '../../infra/simulation/scheduler.js';
import { SimulatedEventStore } from '../../infra/simulation/simulated-event-store.js';
import { simulatedJobQueue } from '../../infra/simulation/simulated-job-queue.js';
import { LogReader } from '../../infra/simulation/log-reader.js';
import { SimulatedLog } from '../../infra/simulation/simulated-log.js';
import { SessionsServer } from '../../infra/simulation/sessions-server.js';
import { SimulatedProcess } from '../../infra/simulation/simulated-process.js';
import { ValuesServer } from '../../infra/simulation/values-server.js';
import { holdSending } from '../catalog/routing/hold-sending.js';
import { attemptOf, derivedId } from '../purchases/accept/references.js';
import { Projectors } from './projectors.js';
import type { Role, SimulatedWorld } from './simulated-world.js';
import type { VendorAdapter } from '../vendors/vendor-adapter.js';
import { Coverage } from './coverage.js';
import { FaultInjector } from './fault-injector.js';
import { Judge } from './judge/judge.js';
import { FUNDING_CHARGE, startApi, startWorkerPart, WORKER_CONFIG } from './processes.js';
import { type Disk, type PlannedRestore, type Scenario, userOf } from './scenario.js';
import { MoneyIn } from './money-in/money-in.js';
import { PROVIDERS } from './money-in/money-in-plan.js';
import { People } from './people/people.js';
import { PostOffice } from './people/post-office.js';
import { simulatedVault } from './people/simulated-vault.js';
import { beginTomorrow, storeOfTomorrow } from './next-version.js';
import { holdAfterOlderLog, placesOf } from '../runtime/stores/hold-after-older-log.js';
import { SimulatedBank } from './simulated-bank.js';
import { SimulatedVendors } from './simulated-vendors.js';
import { messageOf, Story } from './story.js';
import type { Place, Wiring } from './wiring.js';

/** Codes of the vendors that sell airtime. */
const VENDORS = [1, 2, 3, 5, 7];
const RESTART_MAX_MS = 4_000;

export class World implements SimulatedWorld {
  readonly scheduler: Scheduler;
  readonly log = new SimulatedLog();
  readonly coverage = new Coverage();
  readonly story: Story;
  readonly judge: Judge;
  readonly vendors: SimulatedVendors;
  readonly bank: SimulatedBank;
  readonly moneyIn: MoneyIn | undefined;
  readonly roles: Role[] = [];
  readonly stores: Network;
  readonly redis: Network;
  readonly vendorNet: Network;
  readonly readNet: Network;
  readonly sessionNet: Network;
  readonly mailNet: Network;
  readonly vault = simulatedVault(() => this.#keysFullUntil > this.scheduler.now);
  readonly sessions: SessionsServer | undefined;
  readonly post: PostOffice;
  readonly people: People | undefined;
  readonly projectors: Projectors | undefined;
  readonly injector: FaultInjector;
  readonly #broker: JobBroker;
  readonly #leases: LeaseServer;
  readonly #valuesNet: Network;
  readonly #values: ValuesServer;
  readonly #logger: Logger;
  readonly #stored: ListedValues = { entries: async (prefix) => this.#values.stored(prefix) };
  calm = false;
  #keysFullUntil = 0;
  #begun = false;

  constructor(
    readonly scenario: Scenario,
    readonly wiring: Wiring = {},
    keepStory = false,
  ) {
    this.scheduler = new Scheduler(scenario.seed);
    const now = (): number => this.scheduler.now;
    this.story = new Story(keepStory, now);
    const network = (name: string, conditions = scenario.store): Network =>
      new Network(this.scheduler, conditions, (fault) => this.coverage.fault(`${name} ${fault}`));
    this.stores = network('store', CALM);
    this.redis = network('redis', CALM);
    this.vendorNet = network('vendor', { ...CALM, latencyMs: 30, slow: 0.1, slowMs: 4_000 });
    this.readNet = network('read models', scenario.shape === 'cluster' ? scenario.store : CALM);
    this.#broker = new JobBroker(this.redis, scenario.jobs, (fault) => this.coverage.fault(`job ${fault}`));
    this.#leases = new LeaseServer(this.redis);
    this.#valuesNet = network('values', scenario.shape === 'cluster' ? scenario.store : CALM);
    this.#values = new ValuesServer(this.#valuesNet);
    const { VENDOR_NOT_FOUND_AFTER, VENDOR_NOT_FOUND_SPACING, VENDOR_POST_TIMEOUT } = WORKER_CONFIG;
    this.judge = new Judge({
      rules: {
        notFoundAfterMs: VENDOR_NOT_FOUND_AFTER,
        notFoundSpacingMs: VENDOR_NOT_FOUND_SPACING,
        slackMs: 2 * scenario.skewMaxMs + 2_500,
        ageSlackMs: 2 * scenario.skewMaxMs + 500,
      },
      isMailed: scenario.people !== undefined,
      clockSteps: scenario.faults.filter(({ kind }) => kind === 'clockSteps').length,
      charge: FUNDING_CHARGE,
      moneyIn: scenario.moneyIn,
      mayLose: scenario.restore?.log === true,
      now,
      vendors: () => this.vendors.facts,
    });
    const endings = new Map(
      scenario.orders.map(({ customer, key, endings: planned }) => [
        derivedId(userOf(customer), key),
        planned,
      ]),
    );
    this.vendors = new SimulatedVendors(
      this.vendorNet,
      (purchaseId, attempt) => endings.get(purchaseId)?.[attempt - 1] ?? { ending: 'delivered', afterMs: 0 },
      {
        posting: (reference, facts) => {
          this.story.tell(
            this.running(),
            () =>
              `posts attempt ${facts.attempt} of ${facts.purchaseId} to vendor ${facts.vendor} (${facts.planned.ending})`,
          );
          this.judge.purchases.posting(reference, facts);
        },
        asked: (facts, vendor) => this.judge.purchases.asked(facts, vendor),
        says: ({ vendor, purchaseId, attempt }, standing) =>
          this.story.tell(
            `vendor-${vendor}`,
            () => `says ${standing} of attempt ${attempt} of ${purchaseId}`,
          ),
        webhook: (reference, answered) => this.#webhook(reference, answered),
      },
      VENDOR_POST_TIMEOUT,
    );
    const own = network('sessions', scenario.shape === 'cluster' ? scenario.store : CALM);
    this.sessionNet = own;
    this.sessions = scenario.people && new SessionsServer(own, scenario.shape === 'cluster');
    this.mailNet = network('mail', { ...CALM, slow: 0.1, slowMs: 3_000, lostAnswer: 0.05, lostCall: 0.05 });
    this.post = new PostOffice(this.mailNet, (mail) => this.judge.mail.delivered(mail));
    this.people = scenario.people && new People(this);
    this.bank = new SimulatedBank(this.vendorNet);
    this.moneyIn = scenario.moneyIn && new MoneyIn(this, scenario.moneyIn);
    this.projectors = scenario.readModels && new Projectors(this, scenario.readModels);
    this.injector = new FaultInjector(this);
    const note = (detail: unknown, message?: string): void => {
      this.coverage.total('warnings');
      this.story.tell(this.running(), () => `warns: ${message ?? ''} ${messageOf(detail)}`);
    };
    this.#logger = { warn: note, error: note, info: () => undefined, debug: () => undefined } as never;
    this.log.onStored = (events) => {
      this.story.stored('log', events);
      this.judge.stored(events);
      this.wiring.stored?.(events, this.scheduler.now);
    };
  }

  running(): string {
    return this.scheduler.current?.name ?? 'outside';
  }

  startAll(): void {
    const { shape, apis, workers, readModels } = this.scenario;
    const start = (role: Place['role'], count: number): void => {
      for (let index = 0; index < count; index += 1) {
        const parts = { api: undefined, worker: undefined, projector: undefined };
        const known: Role = {
          place: { role, index },
          process: undefined as never,
          runs: 0,
          next: false,
          ...parts,
        };
        this.roles.push(known);
        this.#boot(known);
      }
    };
    start('api', shape === 'standalone' ? 1 : apis);
    start('worker', workers);
    start('projector', readModels?.projectors ?? 0);
  }

  calmDown(): void {
    this.calm = true;
    for (const network of [this.stores, this.redis, this.vendorNet, this.readNet]) network.awayUntil = 0;
    for (const network of [this.stores, this.readNet, this.sessionNet, this.mailNet, this.#valuesNet])
      network.conditions = { ...CALM, latencyMs: this.scenario.store.latencyMs };
    for (const network of [this.stores, this.redis, this.readNet, this.sessionNet, this.#valuesNet])
      network.fullUntil = 0;
    this.#keysFullUntil = 0;
    this.vendors.lostAnswers = 0;
    this.#broker.faults = { duplicated: 0, lost: 0, held: 0 };
    for (const { process } of this.roles) process.cutOffUntil = 0;
    for (const { process } of this.roles) process.skewMs = this.#skew();
  }

  fill(disk: Disk, untilMs: number): void {
    const networks = {
      log: this.stores,
      values: this.#valuesNet,
      readModels: this.readNet,
      sessions: this.sessionNet,
      queue: this.redis,
    };
    if (disk === 'keys') this.#keysFullUntil = untilMs;
    else networks[disk].fullUntil = untilMs;
  }

  #skew(): number {
    return Math.round((this.scheduler.random.fraction() * 2 - 1) * this.scenario.skewMaxMs);
  }

  crash(role: Role): void {
    if (role.process.dead) return;
    this.story.tell(role.process.name, () => 'dies');
    role.process.crash();
    role.api = undefined;
    role.worker = undefined;
    role.projector = undefined;
    const inMs = 100 + this.scheduler.random.fraction() * RESTART_MAX_MS;
    this.scheduler.in(inMs, undefined, 'restart', () => this.#boot(role));
  }

  upgrade(role: Role): void {
    if (role.next) return;
    role.next = true;
    this.coverage.fault('process upgraded');
    this.story.tell(role.process.name, () => 'makes place for the version of tomorrow');
    this.crash(role);
  }

  planRestore({ atMs, ofMs, ...files }: PlannedRestore): void {
    const { scheduler } = this;
    const putBack: (() => void)[] = [];
    scheduler.in(ofMs, undefined, 'files copied', () => {
      if (files.values) putBack.push(this.#values.copy());
      if (files.readModels && this.projectors) putBack.push(this.projectors.copy());
      const { length } = this.log.all;
      const { now } = scheduler;
      if (files.log) putBack.push(() => this.#logGoesBack(length, now));
    });
    scheduler.in(atMs, undefined, 'files put back', () => {
      if (putBack.length === 0) return;
      this.story.tell('operator', () => `puts back files of ${Math.round(atMs - ofMs)} ms ago`);
      for (const role of this.roles) this.crash(role);
      for (const put of putBack) put();
      this.coverage.fault(files.log ? 'earlier log put back' : 'earlier files put back');
    });
  }

  /** Shortens the log to `length` events. Each process looks for this at its start. */
  #logGoesBack(length: number, copiedAtMs: number): void {
    const { log, judge, vendors, wiring } = this;
    const sent = new Set([...vendors.facts.values()].map(({ purchaseId }) => purchaseId));
    const isSent = ({ type, data }: RecordedEvent): boolean =>
      type === 'PurchaseAccepted' && sent.has(String(data['purchaseId']));
    const least = Math.max(length, log.all.findLastIndex(isSent) + 1);
    const kept = wiring.copied?.(least) ?? least;
    this.coverage.total('events lost with an earlier log', log.all.length - kept);
    log.goBack(kept);
    const claims = log.all.filter(({ type }) => type === 'AttemptStarted');
    vendors.logWentBack(
      judge.storedAtMs(kept),
      new Set(claims.map(({ data }) => String(data['vendorReference']))),
    );
    judge.logWentBack(log.all, copiedAtMs);
    this.story.tell('operator', () => `the log ends at ${kept} again`);
    void this.#holdUnlessNoticed();
  }

  /** Holds sending by hand where no file tells that the log went back. */
  async #holdUnlessNoticed(): Promise<void> {
    const { log } = this;
    const store = openStore(log);
    const places = await placesOf({ snapshots: this.#stored, readStore: this.projectors?.stored });
    const noticed = (await lackingIn(store, places)).length > 0;
    this.coverage.fault(noticed ? 'earlier log noticed' : 'earlier log not noticed');
    if (noticed) return;
    await holdSending(store, 'simulated', {
      actor: { kind: 'admin', id: 'operator' },
      now: now(),
      correlationId: 'restore',
    });
  }

  up(): Role[] {
    return this.roles.filter(({ api, process }) => api !== undefined && !process.dead);
  }

  #boot(role: Role): void {
    role.runs += 1;
    const { place } = role;
    const name = `${place.role}-${place.index}.${role.runs}`;
    role.process = new SimulatedProcess(this.scheduler, name, this.#skew());
    const { process } = role;
    this.scheduler.in(0, process, 'boot', () => {
      this.#start(role).catch((error: unknown) => {
        this.story.tell(process.name, () => `could not start: ${messageOf(error)}`);
        if (role.process === process) this.crash(role);
      });
    });
  }

  async #start(role: Role): Promise<void> {
    const { place, process } = role;
    const { scenario, wiring } = this;
    const alone = scenario.shape === 'standalone';
    const { batchMax, lagMs, settledMax, walletsMax } = scenario;
    const plain = new SimulatedEventStore(this.log, this.stores, {
      batchMax,
      lagMs,
      hasOtherWriters: !alone,
    });
    const own = role.next ? storeOfTomorrow(plain) : (wiring.today?.(plain) ?? plain);
    const store = wiring.store?.(own, place) ?? own;
    const jobs = alone ? inProcessJobQueue() : simulatedJobQueue(this.#broker);
    const leases = new Map<string, ReturnType<LeaseServer['leaseOf']>>();
    // A process that cannot reach the stores must lose its leases to another process.
    const able = (): boolean => !this.stores.isAway(process);
    for (const work of ['fundings', 'purchases', 'notices'])
      leases.set(work, alone ? heldAlone() : this.#leases.leaseOf(work, able));
    const wired = (code: number): readonly [number, VendorAdapter] => {
      const adapter = this.vendors.adapter(code);
      const other = (another: number): VendorAdapter => this.vendors.adapter(another);
      return [code, wiring.vendor?.(adapter, other, code, () => this.scheduler.now) ?? adapter];
    };
    const on = {
      place,
      wiring,
      store,
      values: this.#values,
      jobs: wiring.jobs?.(jobs) ?? jobs,
      vendors: new Map(VENDORS.map(wired)),
      providers: (scenario.moneyIn ? PROVIDERS : (['monnify'] as const)).map((code) => {
        const provider = this.bank.provider(code);
        return wiring.provider?.(provider) ?? provider;
      }),
      sizes: { settledMax, walletsMax },
      logger: this.#logger,
      leaseOf: (work: string) => leases.get(work)!,
      vault: this.vault,
      sessions: this.sessions,
      mailer: scenario.people && (() => wiring.mailer?.(this.post.mailer()) ?? this.post.mailer()),
    };
    await (wiring.holdAfterOlderLog ?? holdAfterOlderLog)({
      // Calls would take random numbers and change every seed.
      eventStore: Object.assign(new LogReader(this.log), {
        hasOtherWriters: store.hasOtherWriters ?? false,
        append: (...given: Parameters<EventStore['append']>) => store.append(...given),
        readStream: (...given: Parameters<EventStore['readStream']>) => store.readStream(...given),
      }),
      snapshots: this.#stored,
      readStore: this.projectors?.stored,
      onHeld: (reason) => this.story.tell(process.name, () => `holds sending: ${reason}`),
    });
    const api = place.role === 'api' ? await startApi(on) : undefined;
    const worker = place.role === 'worker' || alone ? await startWorkerPart(on, api) : undefined;
    if (role.next && scenario.upgrade && !this.#begun) {
      this.#begun = true;
      await beginTomorrow(store, scenario.upgrade.customer, 'upgrade');
    }
    if (role.process !== process) return;
    role.api = api;
    role.worker = worker;
    if (place.role === 'projector' || alone) role.projector = this.projectors?.start(on);
    this.story.tell(process.name, () => 'is up');
  }

  #webhook(reference: string, answered: () => void): void {
    const up = this.up();
    if (up.length === 0 || attemptOf(reference) === undefined) return;
    const role = this.scheduler.random.pick(up);
    this.scheduler.in(this.vendorNet.way(), role.process, 'webhook comes', () => {
      const taking =
        this.wiring.webhooksTaken === false
          ? Promise.resolve(true)
          : role.api?.requery.byVendorReference(reference);
      taking?.then(
        (known) => known && this.scheduler.in(this.vendorNet.way(), undefined, 'webhook answered', answered),
        () => undefined,
      );
    });
  }
}

const openStore = (log: SimulatedLog): Parameters<typeof holdSending>[0] =>
  Object.assign(new LogReader(log), {
    append: (...[stream, head, events]: Parameters<EventStore['append']>) =>
      Promise.resolve(log.append(stream, head, events)),
  });
