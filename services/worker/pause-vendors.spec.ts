import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { CatalogStream } from '../catalog/catalog-stream.js';
import { CATALOG_STREAM } from '../catalog/catalog.events.js';
import { Catalog } from '../catalog/catalog.js';
import {
  JUDGED_WITHIN_MS,
  type PauseRules,
  PROBE_WITHIN_MS,
} from '../catalog/routing/automatic-pause.decider.js';
import { openProbes } from '../catalog/routing/keep-probing.js';
import type { AskedFloats } from '../purchases/lookup/vendor-floats.js';
import { PauseVendors } from './pause-vendors.js';

const SETTINGS = {
  VENDORS_FILE: undefined,
  sandboxUrl: 'http://127.0.0.1:4010',
  VTPASS_PUBLIC_KEY: 'p',
  VTPASS_SECRET_KEY: 's',
} as ConstructorParameters<typeof Catalog>[0];
const AIRTIME = { service: 'airtime', network: 1 } as const;
const MINUTE = 60_000;
const RULES: PauseRules = {
  success: 0.5,
  attemptsMin: 4,
  windowMs: 10 * MINUTE,
  unansweredMax: 0,
  silentMs: 20_000,
  float: 0n,
  probeAfterMs: MINUTE,
};
const ADA: EventContext = { actor: { kind: 'admin', id: 'ada' }, now: new Date(), correlationId: 'change' };

/** Outcomes for airtime at vendor 1, seen by all processes. */
const told = { failed: 0, delivered: 0 };
let clock: number;
let asked: AskedFloats;

/** A process that sells and follows a shared ledger. */
class Process {
  readonly catalog = new Catalog(SETTINGS);
  readonly stream: CatalogStream;
  readonly faults: unknown[] = [];
  private readonly pausing: PauseVendors;

  constructor(store: MemoryEventStore, rules: Partial<PauseRules> = {}) {
    this.stream = new CatalogStream(this.catalog, store);
    this.pausing = new PauseVendors({
      catalog: this.catalog,
      stream: this.stream,
      rules: { ...RULES, ...rules },
      attempts: {
        tally: (service, vendor) =>
          service === 'airtime' && vendor === 1
            ? { delivered: told.delivered, refused: told.failed, customers: told.failed, unanswered: 0 }
            : { delivered: 0, refused: 0, customers: 0, unanswered: 0 },
        probes: (service, vendor) =>
          service === 'airtime' && vendor === 1 ? told : { delivered: 0, failed: 0 },
        silence: () => ({ unanswered: 0, since: Infinity }),
        refusals: () => [],
      },
      floats: () => Promise.resolve(asked),
      now: () => clock,
      onFault: (fault) => this.faults.push(fault),
    });
  }

  look(): Promise<void> {
    return this.pausing.look();
  }

  /** Gives the vendor of the next purchase, and takes its probe. */
  async buys(): Promise<{ readonly vendor: number | undefined; giveBack(): void }> {
    await this.stream.catchUp();
    const vendor = this.catalog.nextVendor(AIRTIME, []);
    const giveBack = vendor === undefined ? undefined : this.catalog.probes.take('airtime', vendor);
    return { vendor, giveBack: () => giveBack?.() };
  }

  async probes(): Promise<void> {
    await this.stream.catchUp();
    await openProbes({ catalog: this.catalog, stream: this.stream, now: () => clock });
  }
}

describe('PauseVendors', () => {
  let store: MemoryEventStore;
  let one: Process;
  let two: Process;
  beforeEach(() => {
    clock = Date.now();
    Object.assign(told, { failed: 0, delivered: 0 });
    asked = { askedAtMs: clock, floats: [] };
    store = new MemoryEventStore();
    [one, two] = [new Process(store), new Process(store)];
  });
  const stored = () => store.readStream(CATALOG_STREAM);
  const types = async () => (await stored()).map(({ type }) => type);
  const pauseFor = async (failed = 4): Promise<void> => {
    told.failed = failed;
    await one.look();
    Object.assign(told, { failed: 0, delivered: 0 });
  };

  it('pauses a failing vendor by a system event, and sells nothing of it', async () => {
    expect((await two.buys()).vendor).toBe(1);
    await pauseFor();
    expect(await stored()).toMatchObject([
      {
        type: 'VendorPaused',
        actor: { kind: 'system', id: 'system' },
        data: { service: 'airtime', vendor: 1, automatic: { cause: 'success', attempts: 4 } },
      },
    ]);
    expect([(await one.buys()).vendor, (await two.buys()).vendor]).toEqual([2, 2]);
    expect(two.catalog.activeVendor('data')).toBe(1);
  });

  it.each(Array.from({ length: 20 }, (_, index) => index))(
    'pauses once when two processes decide at once, and resumes once [%i]',
    async () => {
      told.failed = 4;
      await Promise.all([one.look(), two.look(), one.look(), two.look()]);
      expect(await types()).toEqual(['VendorPaused']);
      clock += MINUTE;
      await two.buys();
      await two.probes();
      Object.assign(told, { failed: 0, delivered: 1 });
      await one.stream.catchUp();
      await Promise.all([one.look(), two.look(), one.look()]);
      expect(await types()).toEqual(['VendorPaused', 'VendorProbeOpened', 'VendorResumed']);
    },
  );

  it.each(Array.from({ length: 20 }, (_, index) => index))(
    'lets one purchase of one process probe, however many try [%i]',
    async () => {
      await pauseFor();
      clock += MINUTE;
      for (const each of [one, two]) expect((await each.buys()).vendor).toBe(2);
      await Promise.all([one.probes(), two.probes(), one.probes()]);
      expect(await types()).toEqual(['VendorPaused', 'VendorProbeOpened']);
      const bought = await Promise.all(
        Array.from({ length: 6 }, (_, index) => (index % 2 ? one : two).buys()),
      );
      expect(bought.map(({ vendor }) => vendor).toSorted()).toEqual([1, 2, 2, 2, 2, 2]);
    },
  );

  it('does not probe before it is time, nor while the vendor would not be chosen', async () => {
    await pauseFor();
    await one.probes();
    clock += MINUTE;
    await one.probes();
    expect(await types()).toEqual(['VendorPaused']);
    clock -= MINUTE;
    await one.buys();
    await one.probes();
    expect(await types()).toEqual(['VendorPaused']);
  });

  it('probes by failover when only failover reaches the vendor', async () => {
    await pauseFor();
    clock += MINUTE;
    // Vendor 1 comes first, so a first attempt reaches it.
    expect(one.catalog.nextVendor(AIRTIME, [2])).toBe(3);
    await one.probes();
    expect(await types()).toEqual(['VendorPaused']);
    const order = { type: 'OrderVendors', service: 'airtime', vendors: [2, 1] } as const;
    const sellers = one.catalog.sellersOf('airtime');
    const seen = sellers.map(({ code }) => code);
    await one.stream.change({ ...order, sellers, seen }, ADA);
    expect(one.catalog.nextVendor(AIRTIME, [])).toBe(2);
    await one.probes();
    expect(one.catalog.nextVendor(AIRTIME, [2])).toBe(3);
    await one.probes();
    expect((await types()).at(-1)).toBe('VendorProbeOpened');
    expect(one.catalog.nextVendor(AIRTIME, [2])).toBe(1);
  });

  it('lets the next purchase probe when the first one was not accepted', async () => {
    await pauseFor();
    clock += MINUTE;
    await one.buys();
    await one.probes();
    const refused = await one.buys();
    expect([refused.vendor, (await one.buys()).vendor]).toEqual([1, 2]);
    refused.giveBack();
    refused.giveBack();
    expect([(await one.buys()).vendor, (await one.buys()).vendor]).toEqual([1, 2]);
  });

  it('opens a new probe when the process that held it ended, and ignores the old one', async () => {
    await pauseFor();
    clock += MINUTE;
    await one.buys();
    await one.probes();
    await two.buys();
    await two.probes();
    expect(await types()).toEqual(['VendorPaused', 'VendorProbeOpened']);
    clock += PROBE_WITHIN_MS;
    await two.buys();
    await two.probes();
    // The first process may have sold at the last moment, so its probe is judged first.
    expect(await types()).toEqual(['VendorPaused', 'VendorProbeOpened']);
    clock += JUDGED_WITHIN_MS;
    await two.buys();
    await two.probes();
    expect([(await one.buys()).vendor, (await two.buys()).vendor]).toEqual([2, 1]);
  });

  it('lets any process, also a new one, ask the vendor from the next purchase on', async () => {
    await pauseFor();
    const restarted = new Process(store);
    await restarted.stream.catchUp();
    expect(restarted.catalog.state).toEqual(one.catalog.state);
    clock += MINUTE;
    await restarted.buys();
    await restarted.probes();
    told.delivered = 1;
    await restarted.look();
    expect((await two.buys()).vendor).toBe(1);
  });

  it('keeps the decision of a person who resumed or paused meanwhile', async () => {
    await pauseFor();
    const pauseId = one.catalog.pauseOf('airtime', 1)!.id;
    const change = { service: 'airtime', vendor: 1, reason: 'Their words' } as const;
    await two.stream.change({ ...change, type: 'ResumeVendor', seen: pauseId }, ADA);
    clock += MINUTE;
    await one.look();
    expect((await one.buys()).vendor).toBe(1);
    await pauseFor();
    await two.stream.change({ ...change, type: 'PauseVendor' }, ADA);
    clock += MINUTE;
    await one.buys();
    await one.probes();
    told.delivered = 9;
    await one.look();
    expect(one.catalog.pauseOf('airtime', 1)).toMatchObject({ by: 'ada', reason: 'Their words' });
    expect(await types()).not.toContain('VendorProbeOpened');
  });

  it('judges by the time and outcomes at the append, however long an append before took', async () => {
    const { append } = store;
    told.failed = 4;
    // Another process appends first; minutes later the vendor works again.
    store.append = async (...appended) => {
      store.append = append;
      await two.stream.change({ type: 'SwitchNetwork', network: 2, on: false }, ADA);
      clock += 30 * MINUTE;
      Object.assign(told, { failed: 0, delivered: 9 });
      return append.apply(store, appended);
    };
    await one.look();
    expect(await types()).toEqual(['NetworkSwitched']);
  });

  describe('with floats', () => {
    const float = 1_000_00n;
    const holds = (balance: bigint | undefined, askedAtMs = clock): void => {
      asked = { askedAtMs, floats: [{ code: 4, name: 'Platonic', balance }] };
    };
    beforeEach(() => {
      [one, two] = [new Process(store, { float }), new Process(store, { float })];
    });

    it('pauses once for two processes, and ignores a missing or old answer', async () => {
      holds(undefined);
      await one.look();
      holds(1n, clock - 180_000);
      await one.look();
      expect(await types()).toEqual([]);
      holds(1n);
      await Promise.all([one.look(), two.look()]);
      expect(await stored()).toMatchObject([
        {
          type: 'VendorPaused',
          data: { vendor: 4, service: 'data', automatic: { cause: 'float', held: '1' } },
        },
      ]);
    });

    it('does not resume on a missing or old answer', async () => {
      holds(1n);
      await one.look();
      holds(undefined);
      await one.look();
      holds(9_000_00n, clock - 180_000);
      await one.look();
      expect(await types()).toEqual(['VendorPaused']);
      holds(9_000_00n);
      await one.look();
      expect(await types()).toEqual(['VendorPaused', 'VendorResumed']);
    });

    it('pauses only failing vendors when no float can be queried', async () => {
      holds(1n);
      asked = Promise.reject(new Error('nobody answers')) as never;
      told.failed = 4;
      await one.look();
      expect(one.faults).toHaveLength(1);
      expect(await stored()).toMatchObject([{ data: { vendor: 1, automatic: { cause: 'success' } } }]);
    });
  });
});
