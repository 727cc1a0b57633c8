import { describe, expect, it } from '@jest/globals';
import { RuleBroken } from '../../contracts/errors.js';
import type { Kobo } from '../../contracts/money.js';
import type { CatalogEventDraft } from '../catalog.events.js';
import { evolve } from '../catalog.evolve.js';
import type { CatalogFact, CatalogState } from '../catalog.state.js';
import { SEED } from '../seed/seed.js';
import { judgeRefusals, liftRefusal, type Refusal, resumeVendorAccount } from './refusal.decider.js';

const NOON = Date.parse('2026-03-02T11:00:00.000Z');
const HOUR = 3_600_000;
const REFUSED: Refusal = {
  vendor: 1,
  fault: 'access',
  code: '087',
  product: { service: 'airtime', network: 1 },
  expectedCost: 9_700n,
  userId: 'ada',
  sentAt: NOON,
};

/** A catalogue, and what vendors refused. */
class Story {
  state: CatalogState = SEED;
  nowMs = NOON;
  refusals: readonly Refusal[] = [];
  held: Kobo | undefined;
  private stored = 0;

  refuse(...refusals: readonly Partial<Refusal>[]): this {
    this.refusals = [
      ...this.refusals,
      ...refusals.map((each) => ({ ...REFUSED, sentAt: this.nowMs, ...each })),
    ];
    return this;
  }

  judge(): readonly CatalogEventDraft[] {
    const evidence = { refusals: () => this.refusals, heldSince: () => this.held };
    return this.store(judgeRefusals(this.state, evidence, this.nowMs), 'system');
  }

  store(
    drafts: readonly CatalogEventDraft[],
    kind: 'system' | 'admin' = 'admin',
  ): readonly CatalogEventDraft[] {
    for (const draft of drafts) {
      this.stored += 1;
      const at = new Date(this.nowMs).toISOString();
      const fact = { ...draft, id: `e${this.stored}`, at, actor: { kind, id: kind } };
      this.state = evolve(this.state, fact as CatalogFact);
    }
    return drafts;
  }

  after(ms: number): this {
    this.nowMs += ms;
    return this;
  }

  resume(): this {
    this.store(resumeVendorAccount({ type: 'ResumeVendorAccount', vendor: 1, reason: 'New' }, this.state));
    return this;
  }
}

const typesOf = (drafts: readonly CatalogEventDraft[]) => drafts.map(({ type }) => type);

describe('judgeRefusals', () => {
  it('pauses an account once, at the first refusal, and other accounts not at all', () => {
    const story = new Story().refuse({}, {}, { code: '027' });
    expect(story.judge()).toMatchObject([{ type: 'VendorAccountPaused', data: { vendor: 1, code: '087' } }]);
    expect(story.refuse({}).judge()).toEqual([]);
    expect([...story.state.accountPauses.keys()]).toEqual([1]);
  });

  it('ignores refusals of orders that were sent before the account was resumed', () => {
    const story = new Story().refuse({});
    story.judge();
    story.after(1_000).resume();
    expect(story.refuse({ sentAt: story.nowMs - 1 }).judge()).toEqual([]);
    expect(typesOf(story.after(1).refuse({}).judge())).toEqual(['VendorAccountPaused']);
  });

  it('counts refusals after a resumption by a clock that was two hours ahead', () => {
    const story = new Story().after(2 * HOUR).refuse({});
    story.judge();
    story.resume().after(-2 * HOUR);
    story.refusals = [];
    expect(typesOf(story.refuse({}).judge())).toEqual(['VendorAccountPaused']);
  });

  it('keeps an account paused for its key when it holds enough', () => {
    const story = new Story().refuse({});
    story.judge();
    story.held = 1_000_000_00n;
    expect(story.judge()).toEqual([]);
  });

  it('pauses an account for its key although it is paused for its balance', () => {
    const story = new Story().refuse({ fault: 'balance', code: '018' });
    story.judge();
    expect(story.refuse({}).judge()).toMatchObject([{ data: { fault: 'access' } }]);
  });

  it.each([
    ['what the order costs', 9_700n, 9_700n],
    ['₦10,000 after a dear order', 900_000_00n, 10_000_00n],
  ])('resumes an empty account at %s, and not with an unknown balance', (_, expectedCost, least) => {
    const story = new Story().refuse({ fault: 'balance', code: '018', expectedCost });
    story.judge();
    for (const held of [undefined, 0n, least - 1n]) {
      story.held = held;
      expect(story.judge()).toEqual([]);
    }
    story.held = least;
    expect(typesOf(story.judge())).toEqual(['VendorAccountResumed']);
    expect(story.judge()).toEqual([]);
  });

  it('wants twice as much each time an account is refused soon after it was filled', () => {
    const story = new Story();
    const wanted: bigint[] = [];
    for (let round = 0; round < 4; round += 1) {
      story.held = undefined;
      if (round === 3) story.after(HOUR);
      story.after(1).refuse({ fault: 'balance', code: '018' }).judge();
      story.held = story.state.accountPauses.get(1)!.least!;
      wanted.push(story.held);
      story.after(1).judge();
    }
    expect(wanted).toEqual([9_700n, 19_400n, 38_800n, 9_700n]);
  });

  it('stops a refused product at this vendor once, until a person lifts it', () => {
    const story = new Story().refuse(
      { fault: 'plan', code: '012' },
      { fault: 'plan', code: '012', userId: 'obi' },
    );
    expect(story.judge()).toMatchObject([
      {
        type: 'VendorRefusedProduct',
        data: { vendor: 1, service: 'airtime', product: 'airtime/1', code: '012' },
      },
    ]);
    const lift = { type: 'LiftRefusal', vendor: 1, product: 'airtime/1', reason: 'Sold again' } as const;
    expect(() => liftRefusal({ ...lift, seen: 'other' }, story.state)).toThrow(RuleBroken);
    story.after(1).store(liftRefusal(lift, story.state));
    expect(story.judge()).toEqual([]);
    expect(liftRefusal(lift, story.state)).toEqual([]);
    expect(typesOf(story.after(1).refuse({ fault: 'plan', code: '012' }).judge())).toEqual([
      'VendorRefusedProduct',
    ]);
  });

  it('stops a product for arguments that the vendor refuses only when three customers were refused', () => {
    const story = new Story();
    const order = { fault: 'order', code: '011' } as const;
    // A customer whose number no vendor accepts.
    for (let times = 0; times < 50; times += 1) story.refuse(order);
    expect(story.judge()).toEqual([]);
    expect(story.refuse({ ...order, userId: 'obi' }).judge()).toEqual([]);
    expect(typesOf(story.refuse({ ...order, userId: 'ife' }).judge())).toEqual(['VendorRefusedProduct']);
  });

  const charging = (charged: bigint): Partial<Refusal> => ({
    fault: 'cost',
    code: 'COST',
    product: {
      service: 'data',
      network: 1,
      planType: 1,
      plan: 1102,
      planName: '1GB - 30 days',
    } as Refusal['product'],
    expectedCost: 57_000n,
    charged,
  });

  it.each([598_51n, 541_49n])('stops a plan at a vendor that charged %s kobo instead of 57000', (charged) => {
    const story = new Story().refuse(charging(charged));
    expect(story.judge()).toEqual([]);
    story.refuse(charging(charged));
    expect(story.judge()).toMatchObject([
      {
        type: 'VendorRefusedProduct',
        data: {
          vendor: 1,
          product: 'data/1102',
          code: 'COST',
          reason: expect.stringMatching(/^It charged ₦5\d\d\.\d\d for .*, and the catalogue says ₦570\.00$/),
        },
      },
    ]);
    expect(story.refuse(charging(charged)).judge()).toEqual([]);
  });

  it('compares a charge with the cost at the same account', () => {
    const plan = { ...SEED.dataPlans.get(1102)!, costs: { '4': '62000' } };
    const story = new Story();
    story.state = { ...SEED, dataPlans: new Map(SEED.dataPlans).set(1102, plan) };
    story.refuse({ ...charging(620_00n), vendor: 4 }, { ...charging(620_00n), vendor: 4 });
    expect(story.judge()).toEqual([]);
    story.refuse({ ...charging(620_00n), vendor: 5 }, { ...charging(620_00n), vendor: 5 });
    expect(story.judge()).toMatchObject([{ type: 'VendorRefusedProduct', data: { vendor: 5 } }]);
  });

  it.each([598_50n, 541_50n])('keeps a plan that cost %s kobo, 5 %% off', (charged) => {
    expect(new Story().refuse(charging(charged), charging(charged)).judge()).toEqual([]);
  });

  it('keeps a plan of which one cost was stated wrongly, and a plan that was charged long ago', () => {
    const story = new Story().refuse(charging(1_140_00n), charging(57_00n), charging(620_00n));
    expect(story.judge()).toEqual([]);
    expect(new Story().refuse(charging(620_00n), charging(620_00n)).after(3_600_000).judge()).toEqual([]);
  });

  it('keeps a plan whose cost was corrected in the catalogue after the order', () => {
    const corrected = { ...charging(570_00n), expectedCost: 500_00n };
    const story = new Story().refuse(corrected, corrected);
    expect(story.judge()).toEqual([]);
  });

  it('stops nothing for a refused reference', () => {
    const story = new Story();
    for (const userId of ['ada', 'obi', 'ife', 'uche'])
      story.refuse({ fault: 'reference', code: '085', userId });
    expect(story.judge()).toEqual([]);
  });
});
