import { describe, expect, it } from '@jest/globals';
import type { CatalogEventDraft } from '../catalog.events.js';
import { JUDGED_WITHIN_MS, PROBE_WITHIN_MS } from './automatic-pause.decider.js';
import { type Known, MINUTE, NOON, resume, Story } from './testing/pause-story.js';

describe('a vendor that fails', () => {
  it.each<[string, Known, number]>([
    ['too little was delivered', { delivered: 1, failed: 3 }, 1],
    ['nothing was answered', { unanswered: 4 }, 1],
    ['too little of all was delivered', { delivered: 1, failed: 3, unanswered: 2 }, 1],
    ['just enough was delivered', { delivered: 3, failed: 3 }, 0],
    ['it was hardly asked', { failed: 3 }, 0],
    ['it was not asked', {}, 0],
    // Two people whose numbers no vendor takes.
    ['only a few customers were refused', { refused: 40, customers: 2 }, 0],
    ['several customers were refused', { refused: 6, customers: 3 }, 1],
    ['a few were refused and most of the rest was delivered', { refused: 40, customers: 2, delivered: 4 }, 0],
    // One reseller is all the customers there are.
    ['nothing arrives of the only customer', { refused: 40, customers: 1, unanswered: 4 }, 1],
  ])('when %s', (_, tally, pauses) => {
    expect(new Story().knows(tally).judge()).toHaveLength(pauses);
  });

  it('is paused for that service alone, with the figures, judged on what ended in the window', () => {
    const story = new Story().knows({ delivered: 1, failed: 4 });
    expect(story.judge()).toEqual([
      {
        type: 'VendorPaused',
        data: {
          service: 'airtime',
          vendor: 1,
          reason: 'Delivered 1 of 5 in the last 10 minutes',
          automatic: {
            cause: 'success',
            times: 1,
            delivered: 1,
            attempts: 5,
            windowMs: 10 * MINUTE,
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
    expect(story.after(PROBE_WITHIN_MS).probe()).toEqual([]);
    // Somebody may have bought at the last moment: until that is judged, nobody else does.
    expect(story.after(JUDGED_WITHIN_MS - 1).probe()).toEqual([]);
    // Nobody bought, or the process ended that might have.
    expect(story.after(1).probe()).toHaveLength(1);
  });

  it('is resumed by a probe that is delivered, and judged on what is sent from then on', () => {
    const story = new Story().knows({ failed: 4 });
    story.judge();
    // What was sent before it was paused is delivered late: no probe.
    story.after(-1).probeIs({ delivered: 9 }).after(1);
    expect(story.after(MINUTE).judge()).toEqual([]);
    story.probe();
    expect(story.judge()).toEqual([]);
    story.probeIs({ delivered: 1 }).after(1_000).judge();
    expect(story.pause).toBeUndefined();
    story.knows({ failed: 3 }).after(1_000).judge();
    expect(story.asked.at(-1)).toEqual([NOON + MINUTE + 1_000, story.nowMs - 10 * MINUTE]);
    expect(story.pause).toBeUndefined();
  });

  it('counts for a probe only what was sent after the pause', () => {
    const story = new Story().knows({ failed: 4 });
    story.judge({ probeAfterMs: 1_000 });
    story.after(1_000).probe();
    story.judge();
    expect(story.probesAsked.at(-1)).toBe(NOON);
    story.after(PROBE_WITHIN_MS + JUDGED_WITHIN_MS).probe();
    story.judge();
    // The purchase that the first one let through may still be decided.
    expect(story.probesAsked.at(-1)).toBe(NOON);
  });

  it('is left alone for twice as long each time that its probe fails, an hour at most', () => {
    const story = new Story().knows({ failed: 4 });
    story.judge();
    const [id, since] = [story.pause!.id, story.pause!.since];
    const waits: number[] = [];
    for (let times = 0; times < 8; times += 1) {
      story.nowMs = story.pause!.automatic!.probeAt!;
      story.probe();
      story.probeIs({ failed: 1 }).judge();
      waits.push((story.pause!.automatic!.probeAt! - story.nowMs) / MINUTE);
      expect(story.after(1).judge()).toEqual([]);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    // To whoever looks at it, it is one pause.
    expect(story.pause).toMatchObject({ id, since, reason: 'A purchase that probed it was not delivered' });
  });

  it('whose probe is undecided for too long is left alone for longer, by its age, and not asked for another meanwhile', () => {
    const story = new Story().knows({ failed: 4 });
    story.judge();
    story.after(MINUTE).probe();
    // Sent at the last moment: neither failed, nor delivered, nor answered, or the vendor is working on it.
    story.after(PROBE_WITHIN_MS).probeIs({ undecidedSince: story.nowMs });
    for (let waited = 0; waited < 29; waited += 1) {
      expect(story.judge()).toEqual([]);
      expect(story.probe()).toEqual([]);
      story.after(1_000);
    }
    expect(story.probe()).toEqual([]);
    expect(story.after(1_000).judge()).toMatchObject([
      {
        data: {
          reason: 'A purchase that probed it was not decided within 30 seconds',
          automatic: { times: 2, delivered: 0, attempts: 1 },
        },
      },
    ]);
    expect(story.after(JUDGED_WITHIN_MS).probe()).toEqual([]);
    expect(story.judge()).toEqual([]);
  });

  it('never sends one purchase after another into the dark: one is judged before the next', () => {
    const story = new Story().knows({ failed: 4 });
    story.judge();
    const sent: number[] = [];
    // Somebody wants to buy twice a second, for three hours, and nothing is ever decided.
    for (let half = 0; half < 3 * 60 * 120; half += 1) {
      if (story.probe().length > 0) {
        sent.push(story.nowMs);
        story.probeIs({ undecidedSince: story.nowMs });
      }
      if (half % 2 === 1) story.judge();
      story.after(500);
    }
    const waits = sent.slice(1).map((at, index) => Math.floor((at - sent[index]!) / MINUTE));
    expect(waits).toEqual([2, 4, 8, 16, 32, 60]);
  });

  it('that delivers a probe which was given up on is resumed by it', () => {
    const story = new Story().knows({ failed: 4 });
    story.judge();
    story.after(MINUTE).probe();
    const sentAt = story.nowMs;
    story.probeIs({ undecidedSince: sentAt });
    story.after(MINUTE).judge();
    expect(story.pause!.automatic).toMatchObject({ times: 2 });
    story.probed = { delivered: 1, failed: 0 };
    story.after(20_000).judge();
    expect(story.pause).toBeUndefined();
  });

  it('that flaps is left alone for longer, until it has done well for an hour', () => {
    const story = new Story();
    const failAgain = (): number => {
      story.knows({ failed: 4 }).judge();
      return story.pause!.automatic!.times;
    };
    const recover = (): void => {
      story.nowMs = story.pause!.automatic!.probeAt!;
      story.probe();
      story.probeIs({ delivered: 1 }).judge();
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
    story.after(600 * MINUTE).probeIs({ delivered: 9 });
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
          service: 'airtime',
          vendor: 1,
          reason: 'Holds ₦999.99 for us, less than ₦1,000.00',
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
        .probeIs({ delivered: 9 })
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
