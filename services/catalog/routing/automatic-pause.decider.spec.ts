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
    // Two people whose numbers no vendor accepts.
    ['only a few customers were refused', { refused: 40, customers: 2 }, 0],
    ['several customers were refused', { refused: 6, customers: 3 }, 1],
    ['a few were refused and most of the rest was delivered', { refused: 40, customers: 2, delivered: 4 }, 0],
    // A single reseller makes all purchases.
    ['nothing arrives of the only customer', { refused: 40, customers: 1, unanswered: 4 }, 1],
  ])('when %s', (_, tally, pauses) => {
    expect(new Story().knows(tally).judge()).toHaveLength(pauses);
  });

  it('is paused for that service only, with the figures, judged on attempts that ended in the window', () => {
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

  it('is paused as soon as it leaves purchases in a row unanswered, though the share is still good', () => {
    const story = new Story().knows({ delivered: 500, unanswered: 5 });
    story.silent = { unanswered: 4, since: NOON - 30_000 };
    expect(story.judge({ unansweredMax: 5 })).toEqual([]);
    story.silent = { unanswered: 5, since: NOON - 30_000 };
    expect(story.judge({ unansweredMax: 0 })).toEqual([]);
    expect(story.judge({ unansweredMax: 5 })).toMatchObject([
      {
        type: 'VendorPaused',
        data: {
          service: 'airtime',
          vendor: 1,
          reason: 'Did not answer the last 5 purchases',
          automatic: { cause: 'success', delivered: 0, attempts: 5, windowMs: 30_000 },
        },
      },
    ]);
    // The delivery of one probe resumes the vendor.
    expect(story.after(MINUTE).probe()).toHaveLength(1);
    story.probeIs({ delivered: 1 });
    story.silent = { unanswered: 0, since: Infinity };
    expect(story.after(1_000).judge({ unansweredMax: 5 })).toMatchObject([{ type: 'VendorResumed' }]);
  });

  it('is left alone when the success rule is off', () => {
    expect(new Story().knows({ failed: 100 }).judge({ success: 0 })).toEqual([]);
  });

  it('is probed by one purchase at a time, not before `probeAt`', () => {
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
    // A purchase may have used the probe at the last moment, so no other probe opens before its result is
    // known.
    expect(story.after(JUDGED_WITHIN_MS - 1).probe()).toEqual([]);
    // No purchase used the probe, or its process ended.
    expect(story.after(1).probe()).toHaveLength(1);
  });

  it('is probed at once and resumed when the clock was two hours ahead at the pause', () => {
    const story = new Story().after(120 * MINUTE).knows({ failed: 4 });
    story.judge();
    expect(story.after(-120 * MINUTE).probe()).toHaveLength(1);
    const probedAt = story.nowMs;
    expect(story.after(1_000).judge()).toEqual([]);
    expect(story.probesAsked.every((from) => from < probedAt)).toBe(true);
    story.probeIs({ delivered: 1 }).judge();
    expect(story.pause).toBeUndefined();
  });

  it('is probed again at once when the clock was two hours ahead at the last probe', () => {
    const story = new Story().after(120 * MINUTE).knows({ failed: 4 });
    story.judge();
    story.after(MINUTE).probe();
    expect(story.after(-120 * MINUTE).probe()).toHaveLength(1);
    expect(story.probe()).toEqual([]);
    const probedAt = story.nowMs;
    story.after(1_000).judge();
    expect(story.probesAsked.slice(-2).every((from) => from < probedAt)).toBe(true);
    story.probeIs({ delivered: 1 }).judge();
    expect(story.pause).toBeUndefined();
  });

  it('is judged at once when the clock was two hours ahead at its resumption', () => {
    const story = new Story().after(120 * MINUTE).knows({ failed: 4 });
    story.judge();
    story.after(MINUTE).probe();
    story.probeIs({ delivered: 1 }).judge();
    story
      .after(-120 * MINUTE)
      .knows({ failed: 4 })
      .judge();
    expect(story.asked.at(-1)).toEqual([0, story.nowMs - 10 * MINUTE]);
  });

  it('is resumed by a delivered probe, and then judged on later purchases only', () => {
    const story = new Story().knows({ failed: 4 });
    story.judge();
    // A purchase from before the pause is delivered late, which is no probe.
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

  it('counts only purchases sent after the pause as probes', () => {
    const story = new Story().knows({ failed: 4 });
    story.judge({ probeAfterMs: 1_000 });
    story.after(1_000).probe();
    story.judge();
    expect(story.probesAsked.at(-1)).toBe(NOON);
    story.after(PROBE_WITHIN_MS + JUDGED_WITHIN_MS).probe();
    story.judge();
    // The purchase of the first probe may still have an outcome.
    expect(story.probesAsked.at(-1)).toBe(NOON);
  });

  it('waits twice as long after each failed probe, at most an hour', () => {
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
    // A repeated pause keeps the id and start of the first.
    expect(story.pause).toMatchObject({ id, since, reason: 'A purchase that probed it was not delivered' });
  });

  it('waits longer when a probe stays undecided too long, and gets no other probe meanwhile', () => {
    const story = new Story().knows({ failed: 4 });
    story.judge();
    story.after(MINUTE).probe();
    // The probe was sent at the last moment and has no outcome yet.
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

  it('gets a new purchase only after the previous probe is judged', () => {
    const story = new Story().knows({ failed: 4 });
    story.judge();
    const sent: number[] = [];
    // For three hours, two purchases a second try the vendor without any outcome.
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

  it('is resumed by a late delivery of a probe that was judged undecided', () => {
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

  it('is paused longer each time it flaps, until it works for an hour', () => {
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

  it('is resumed at once by a person, and stays paused when a person pauses it', () => {
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

  it('is paused for every switchable service, with its balance', () => {
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

  it('is not paused at the limit, with an unknown balance, or with the rule off', () => {
    const story = low();
    expect(story.judge({ float: 0n })).toEqual([]);
    story.held = 1_000_00n;
    expect(story.judge()).toEqual([]);
    story.held = undefined;
    expect(story.judge()).toEqual([]);
  });

  it('is resumed at a tenth above the limit, not with an unknown balance, and never by a probe', () => {
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

  it('is resumed when the float rule is switched off', () => {
    const story = low();
    story.judge();
    expect(types(story.judge({ float: 0n }))).toEqual(['VendorResumed', 'VendorResumed']);
  });

  it('stays resumed for an hour after a person resumes it', () => {
    const story = low();
    story.judge();
    resume(story);
    expect(story.after(60 * MINUTE - 1).judge()).toEqual([]);
    expect(types(story.after(1).judge())).toEqual(['VendorPaused']);
  });
});
