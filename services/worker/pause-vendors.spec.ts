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
  float: 0n,
  probeAfterMs: MINUTE,
};
const ADA: EventContext = { actor: { kind: 'admin', id: 'ada' }, now: new Date(), correlationId: 'change' };

/** What all processes are told of airtime at vendor 1. */
const told = { failed: 0, delivered: 0 };
let clock: number;
/** What vendors hold for us. */
let asked: AskedFloats;

/** One of several that serve the same ledger: it sells, and follows the log. */
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
      },
      floats: () => Promise.resolve(asked),
      now: () => clock,
      onFault: (fault) => this.faults.push(fault),
    });
  }

  look(): Promise<void> {
    return this.pausing.look();
  }

  /** Whoever the next purchase goes to, which takes the probe where there is one. */
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

describe('vendors that the product pauses', () => {
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

  it('are paused by an event of the system, and nobody buys of them any more', async () => {
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
    'are paused once when two processes see it at once, and resumed once [%i]',
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
    'are probed by one purchase of one process, however many want to [%i]',
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

  it('are not probed while nobody would buy of them, nor before it is time', async () => {
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

  it('are probed by failover where only failover reaches them', async () => {
    await pauseFor();
    clock += MINUTE;
    // Vendor 1 comes first: what is sent for the first time reaches it.
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

  it('are probed by the next purchase when one that took the probe was not accepted', async () => {
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

  it('are probed by somebody else when the process ended that held the probe, whose own is worth nothing then', async () => {
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
    // What the first one may have sold at the last moment is judged first.
    expect(await types()).toEqual(['VendorPaused', 'VendorProbeOpened']);
    clock += JUDGED_WITHIN_MS;
    await two.buys();
    await two.probes();
    expect([(await one.buys()).vendor, (await two.buys()).vendor]).toEqual([2, 1]);
  });

  it('are asked again from the next purchase on, also by a process that was started meanwhile', async () => {
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

  it('that a person resumes or pauses meanwhile are as the person said', async () => {
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

  it('decide on the time and the figures of the moment of storing, however long an append before took', async () => {
    const { append } = store;
    told.failed = 4;
    // Somebody else was faster, minutes went by, and the vendor works again.
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

  describe('for their floats', () => {
    const float = 1_000_00n;
    const holds = (balance: bigint | undefined, askedAtMs = clock): void => {
      asked = { askedAtMs, floats: [{ code: 4, name: 'Platonic', balance }] };
    };
    beforeEach(() => {
      [one, two] = [new Process(store, { float }), new Process(store, { float })];
    });

    it('are paused once by two, and not on an answer that is missing or old', async () => {
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

    it('are not resumed on an answer that is missing or old', async () => {
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

    it('are left as they are when nobody can be asked, and paused where they fail', async () => {
      holds(1n);
      asked = Promise.reject(new Error('nobody answers')) as never;
      told.failed = 4;
      await one.look();
      expect(one.faults).toHaveLength(1);
      expect(await stored()).toMatchObject([{ data: { vendor: 1, automatic: { cause: 'success' } } }]);
    });
  });
});
