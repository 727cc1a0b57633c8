import { describe, expect, it } from '@jest/globals';
import type { Kobo } from '../../contracts/money.js';
import type { Service } from '../../contracts/services.js';
import type { CatalogEventDraft } from '../catalog.events.js';
import { type CatalogState, evolve, type CatalogFact } from '../catalog.state.js';
import { SEED } from '../seed/seed.js';
import {
  type Evidence,
  judgeVendors,
  openProbe,
  PROBE_WITHIN_MS,
  type PauseRules,
  type Tally,
} from './automatic-pause.decider.js';
import { pauseKey } from './vendor-pause.state.js';

const MINUTE = 60_000;
const NOON = Date.parse('2026-03-02T11:00:00.000Z');
const RULES: PauseRules = {
  ...{ success: 0.5, attemptsMin: 4, windowMs: 10 * MINUTE, float: 1_000_00n, probeAfterMs: MINUTE },
};
const VENDORS: readonly { readonly code: number; readonly services: readonly Service[] }[] = [
  { code: 1, services: ['airtime', 'data', 'sms'] },
  { code: 2, services: ['airtime'] },
];
const NONE: Tally = { delivered: 0, failed: 0, unanswered: 0 };

/** A catalogue, a clock and what is known of vendor 1 and its airtime; everything else does well. */
class Story {
  state: CatalogState = SEED;
  nowMs = NOON;
  known: Tally = NONE;
  held: Kobo | undefined = 5_000_00n;
  asked: readonly (readonly number[])[] = [];
  private stored = 0;

  private readonly evidence: Evidence = {
    tally: (service, vendor, sentAfter, endedFrom) => {
      if (service !== 'airtime' || vendor !== 1) return NONE;
      this.asked = [...this.asked, [sentAfter, endedFrom]];
      return this.known;
    },
    held: (vendor) => (vendor === 1 ? this.held : undefined),
  };

  judge(rules: Partial<PauseRules> = {}): readonly CatalogEventDraft[] {
    return this.store(judgeVendors(this.state, VENDORS, this.evidence, { ...RULES, ...rules }, this.nowMs));
  }

  probe(): readonly CatalogEventDraft[] {
    return this.store(openProbe('airtime', 1, this.state, this.nowMs));
  }

  store(
    drafts: readonly CatalogEventDraft[],
    kind: 'system' | 'admin' = 'system',
  ): readonly CatalogEventDraft[] {
    for (const draft of drafts) {
      this.stored += 1;
      const fact = {
        id: `e${this.stored}`,
        at: new Date(this.nowMs).toISOString(),
        actor: { kind, id: kind },
      };
      this.state = evolve(this.state, { ...draft, ...fact } as CatalogFact);
    }
    return drafts;
  }

  after(ms: number): this {
    this.nowMs += ms;
    return this;
  }

  knows(tally: Partial<Tally>): this {
    this.known = { ...NONE, ...tally };
    return this;
  }

  get pause() {
    return this.state.pauses.get(pauseKey('airtime', 1));
  }
}

const resume = (story: Story): void =>
  void story.store(
    [
      {
        type: 'VendorResumed',
        data: { service: 'airtime', vendor: 1, pauseId: story.pause!.id, reason: 'Up' },
      },
    ],
    'admin',
  );

describe('a vendor that fails', () => {
  it.each<[string, Partial<Tally>, number]>([
    ['too little was delivered', { delivered: 1, failed: 3 }, 1],
    ['nothing was answered', { unanswered: 4 }, 1],
    ['of what was not answered too little was delivered', { delivered: 1, failed: 1, unanswered: 2 }, 1],
    ['just enough was delivered', { delivered: 2, failed: 2 }, 0],
    ['it was hardly asked', { failed: 3 }, 0],
    ['it was not asked', {}, 0],
  ])('when %s', (_, tally, pauses) => {
    expect(new Story().knows(tally).judge()).toHaveLength(pauses);
  });

  it('is paused for that service alone, with the figures, judged on what ended in the window', () => {
    const story = new Story().knows({ delivered: 1, failed: 4 });
    expect(story.judge()).toEqual([
      {
        type: 'VendorPaused',
        data: {
          ...{ service: 'airtime', vendor: 1, reason: 'Delivered 1 of 5 in the last 10 minutes' },
          automatic: {
            ...{ cause: 'success', times: 1, delivered: 1, attempts: 5, windowMs: 10 * MINUTE },
            probeAt: new Date(NOON + MINUTE).toISOString(),
          },
        },
      },
    ]);
    expect(story.asked.at(-1)).toEqual([0, NOON - 10 * MINUTE]);
    expect(story.judge()).toEqual([]);
  });

  it('is left alone where nobody wants it paused', () => {
    expect(new Story().knows({ failed: 100 }).judge({ success: 0 })).toEqual([]);
  });

  it('is probed by one purchase at a time, and not before its time', () => {
    const story = new Story().knows({ failed: 4 });
    story.judge();
    expect(story.after(MINUTE - 1).probe()).toEqual([]);
    expect(story.after(1).probe()).toMatchObject([
      {
        type: 'VendorProbeOpened',
        data: { pauseId: 'e1', until: new Date(NOON + 2 * MINUTE).toISOString() },
      },
    ]);
    expect(story.after(PROBE_WITHIN_MS - 1).probe()).toEqual([]);
    // Nobody bought, or the process ended that might have.
    expect(story.after(1).probe()).toHaveLength(1);
  });

  it('is resumed by a probe that is delivered, and judged on what is sent from then on', () => {
    const story = new Story().knows({ failed: 4 });
    story.judge();
    story.after(MINUTE).knows({ delivered: 9 });
    // What was sent before it was paused is delivered late: no probe.
    expect(story.judge()).toEqual([]);
    story.probe();
    story.after(1_000).judge();
    expect(story.pause).toBeUndefined();
    story.knows({ failed: 3 }).after(1_000).judge();
    expect(story.asked.at(-1)).toEqual([NOON + MINUTE + 1_000, story.nowMs - 10 * MINUTE]);
    expect(story.pause).toBeUndefined();
  });

  it('counts for a probe only what was sent after the pause', () => {
    const story = new Story().knows({ failed: 4 });
    story.judge({ probeAfterMs: 1_000 });
    story.after(1_000).knows({}).probe();
    story.judge();
    expect(story.asked.at(-1)).toEqual([NOON, NOON]);
    story.after(PROBE_WITHIN_MS).probe();
    story.judge();
    // The purchase that the first one let through may still be decided.
    expect(story.asked.at(-1)).toEqual([NOON, NOON]);
  });

  it('is left alone for twice as long each time that its probe fails, an hour at most', () => {
    const story = new Story().knows({ failed: 4 });
    story.judge();
    const [id, since] = [story.pause!.id, story.pause!.since];
    const waits: number[] = [];
    for (let times = 0; times < 8; times += 1) {
      story.nowMs = story.pause!.automatic!.probeAt!;
      story.knows({}).probe();
      story.knows({ failed: 1 }).judge();
      waits.push((story.pause!.automatic!.probeAt! - story.nowMs) / MINUTE);
      expect(story.judge()).toEqual([]);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    // To whoever looks at it, it is one pause.
    expect(story.pause).toMatchObject({ id, since, reason: 'A purchase that probed it was not delivered' });
  });

  it('whose probe is not answered is given a minute, and what it is working on longer', () => {
    const story = new Story().knows({ failed: 4 });
    story.judge();
    story.after(MINUTE).knows({ unanswered: 1 }).probe();
    expect(story.after(PROBE_WITHIN_MS - 1).judge()).toEqual([]);
    expect(story.after(1).judge()).toMatchObject([
      { data: { reason: 'A purchase that probed it was not answered', automatic: { times: 2 } } },
    ]);
    story
      .after(2 * MINUTE)
      .knows({})
      .probe();
    expect(story.after(10 * MINUTE).judge()).toEqual([]);
  });

  it('that flaps is left alone for longer, until it has done well for an hour', () => {
    const story = new Story();
    const failAgain = (): number => {
      story.knows({ failed: 4 }).judge();
      return story.pause!.automatic!.times;
    };
    const recover = (): void => {
      story.nowMs = story.pause!.automatic!.probeAt!;
      story.knows({}).probe();
      story.knows({ delivered: 1 }).judge();
    };
    const times: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      times.push(failAgain());
      recover();
      story.after(5 * MINUTE);
    }
    story.after(60 * MINUTE);
    expect([...times, failAgain()]).toEqual([1, 2, 3, 4, 1]);
  });

  it('is resumed by a person at once, and paused by one for good', () => {
    const story = new Story().knows({ failed: 4 });
    story.judge();
    resume(story);
    expect(story.knows({}).judge()).toEqual([]);
    story.knows({ failed: 4 }).after(1_000).judge();
    story.store(
      [{ type: 'VendorPaused', data: { service: 'airtime', vendor: 1, reason: 'Closed' } }],
      'admin',
    );
    story.after(600 * MINUTE).knows({ delivered: 9 });
    expect([story.judge(), story.probe()]).toEqual([[], []]);
    expect(story.pause).toMatchObject({ reason: 'Closed', by: 'admin' });
  });
});

describe('a vendor whose float is low', () => {
  const low = () => {
    const story = new Story();
    story.held = 999_99n;
    return story;
  };
  const types = (drafts: readonly CatalogEventDraft[]) => drafts.map(({ type }) => type);

  it('is paused for all of it that administrators switch, with what it holds', () => {
    const drafts = low().judge();
    expect(drafts).toMatchObject([
      { type: 'VendorPaused', data: { service: 'data', vendor: 1 } },
      {
        type: 'VendorPaused',
        data: {
          ...{ service: 'airtime', vendor: 1, reason: 'Holds ₦999.99 for us, less than ₦1,000.00' },
          automatic: { cause: 'float', times: 1, held: '99999', least: '100000' },
        },
      },
    ]);
    expect(drafts).toHaveLength(2);
  });

  it('is not paused at the limit, nor while nobody knows, nor where nobody wants it', () => {
    const story = low();
    expect(story.judge({ float: 0n })).toEqual([]);
    story.held = 1_000_00n;
    expect(story.judge()).toEqual([]);
    story.held = undefined;
    expect(story.judge()).toEqual([]);
  });

  it('is resumed once it holds a tenth more, not while nobody knows, and never by a probe', () => {
    const story = low();
    story.judge();
    expect(
      story
        .after(600 * MINUTE)
        .knows({ delivered: 9 })
        .probe(),
    ).toEqual([]);
    for (const held of [999_99n, 1_000_00n, 1_099_99n, undefined]) {
      story.held = held;
      expect(story.judge()).toEqual([]);
    }
    story.held = 1_100_00n;
    expect(types(story.judge())).toEqual(['VendorResumed', 'VendorResumed']);
    expect(story.state.pauses.size).toBe(0);
  });

  it('is resumed when no float pauses any more', () => {
    const story = low();
    story.judge();
    expect(types(story.judge({ float: 0n }))).toEqual(['VendorResumed', 'VendorResumed']);
  });

  it('that a person resumed is believed in for an hour', () => {
    const story = low();
    story.judge();
    resume(story);
    expect(story.after(60 * MINUTE - 1).judge()).toEqual([]);
    expect(types(story.after(1).judge())).toEqual(['VendorPaused']);
  });
});
