import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type EventContext, SYSTEM } from '../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { breathe, sleep } from '../../infra/host/timers.js';
import { AcknowledgeAlert, AcknowledgeAlertHandler, AlertStreams } from './alert-streams.js';
import { ALERTS_STREAM } from './alert.events.js';
import type { Observed } from './alert-rules.js';
import type { PendingDigest } from './alerts.state.js';
import { AlertWatch, type AlertWatchOptions } from './alert-watch.js';
import { DIGEST_EVERY_MS, type NewReviews, type SeenReviews } from './alerts.decider.js';
import { THRESHOLDS, MINUTE, STOLEN, WELL } from './testing/observed.js';

/** Two `AlertWatch` processes over one ledger and a fake clock. */
describe('alerts', () => {
  let store: MemoryEventStore;
  let nowMs: number;
  let seen: Observed;
  let waiting: string[];
  let sent: string[];
  let faults: unknown[];
  let away: ReadonlySet<string>;
  let one: AlertWatch;
  let two: AlertWatch;
  let streams: AlertStreams;

  /** Reviews in log order. Clocks differ, so their times are not in order. */
  const newReviews = (after: SeenReviews): Promise<NewReviews> => {
    const { reviewsPosition: seen = 0 } = after;
    const fresh = waiting.slice(seen);
    const told = { reviewsUpTo: fresh.at(-1) ?? after.reviewsUpTo, reviewsPosition: waiting.length };
    return Promise.resolve({ reviews: fresh.length, ...(waiting.length > 0 ? told : after) });
  };
  const process = (other: Partial<AlertWatchOptions> = {}): AlertWatch =>
    new AlertWatch({
      streams: new AlertStreams(store),
      thresholds: THRESHOLDS,
      newReviews,
      observe: () => Promise.resolve({ ...seen, nowMs }),
      channels: () => Promise.resolve(['webhook', 'grace']),
      send: async ({ alerts, reviews }, channel) => {
        sent.push([channel, ...alerts.map(({ key }) => key), reviews].join(' '));
        await Promise.resolve();
        if (away.has(channel)) throw new Error('away');
      },
      now: () => nowMs,
      onFault: (error) => void faults.push(error),
      ...other,
    });
  const types = async () => (await store.readStream(ALERTS_STREAM)).map(({ type }) => type);
  const lowDisk = { ...WELL, disk: { free: 1, total: 100 } };

  beforeEach(() => {
    store = new MemoryEventStore();
    [nowMs, seen] = [Date.parse('2026-03-10T08:00:00Z'), WELL];
    [waiting, sent, faults, away] = [[], [], [], new Set()];
    [one, two] = [process(), process()];
    streams = new AlertStreams(store);
  });

  afterEach(() => void jest.useRealTimers());

  it('are raised and cleared once by two processes, and stay open while the state is unknown', async () => {
    seen = lowDisk;
    await Promise.all([one.look(), two.look()]);
    await two.look();
    seen = { ...WELL, disk: undefined };
    await Promise.all([one.look(), two.look()]);
    expect([...(await streams.current()).open.keys()]).toEqual(['low-disk']);
    seen = WELL;
    await Promise.all([one.look(), two.look()]);
    expect((await types()).filter((type) => !type.startsWith('AlertDigest'))).toEqual([
      'AlertRaised',
      'AlertCleared',
    ]);
    const { open, cleared } = await streams.current();
    expect([open.size, cleared.map(({ key }) => key)]).toEqual([0, ['low-disk']]);
  });

  it('reach each channel once, in at most one digest per ten minutes', async () => {
    seen = lowDisk;
    for (let round = 0; round < 10; round += 1) await Promise.all([one.look(), two.look()]);
    expect(sent.toSorted()).toEqual(['grace low-disk 0', 'webhook low-disk 0']);
    sent.length = 0;
    seen = { ...lowDisk, reactionLag: 200 };
    waiting = [new Date(nowMs).toISOString()];
    await one.look();
    nowMs += DIGEST_EVERY_MS - 1;
    await Promise.all([one.look(), two.look()]);
    expect(sent).toEqual([]);
    nowMs += 1;
    await Promise.all([one.look(), two.look()]);
    expect(sent.toSorted()).toEqual(['grace reaction-lag 1', 'webhook reaction-lag 1']);
    nowMs += DIGEST_EVERY_MS;
    await Promise.all([one.look(), two.look()]);
    expect(sent.length).toBe(2);
    expect(faults).toEqual([]);
  });

  it('report a purchase that newly waits for a person, once', async () => {
    waiting = ['2026-03-10T07:00:00.000Z', '2026-03-10T07:30:00.000Z'];
    await Promise.all([one.look(), two.look()]);
    nowMs += DIGEST_EVERY_MS;
    await one.look();
    expect(sent.toSorted()).toEqual(['grace 2', 'webhook 2']);
  });

  it('report reviews with equal or earlier timestamps from a slower clock', async () => {
    waiting = ['2026-03-10T07:30:00.000Z'];
    await one.look();
    waiting = [...waiting, '2026-03-10T07:30:00.000Z', '2026-03-10T07:29:59.998Z'];
    nowMs += DIGEST_EVERY_MS;
    await Promise.all([one.look(), two.look()]);
    expect(sent.filter((line) => line.startsWith('grace'))).toEqual(['grace 1', 'grace 2']);
  });

  it('are sent by another process after a crash, and not before their time after a restart', async () => {
    // The process ends between the digest and its first try.
    const reviewsUpTo = '2026-03-10T08:00:00.000Z';
    waiting = [reviewsUpTo];
    const data = {
      digestId: 'd',
      alerts: [],
      reviews: 1,
      reviewsUpTo,
      reviewsPosition: 1,
      channels: ['grace'],
    };
    const context = { actor: SYSTEM, correlationId: 'c', now: new Date(nowMs) };
    await streams.decide(() => [{ type: 'AlertDigestWritten', data }], context);
    await Promise.all([process().look(), process().look()]);
    expect(sent).toEqual(['grace 1']);
    waiting = [...waiting, '2026-03-10T08:00:01.000Z'];
    for (nowMs += MINUTE; nowMs < Date.parse(reviewsUpTo) + DIGEST_EVERY_MS; nowMs += MINUTE)
      await process().look();
    expect(sent).toEqual(['grace 1']);
    await Promise.all([process().look(), process().look()]);
    expect(sent.filter((line) => line.startsWith('grace'))).toEqual(['grace 1', 'grace 1']);
  });

  it('are retried later on the channel that failed, and only there', async () => {
    seen = lowDisk;
    away = new Set(['webhook']);
    await one.look();
    await Promise.all([one.look(), two.look()]);
    expect(sent.toSorted()).toEqual(['grace low-disk 0', 'webhook low-disk 0']);
    nowMs += MINUTE;
    await process().look();
    away = new Set();
    nowMs += 2 * MINUTE;
    await Promise.all([one.look(), two.look()]);
    nowMs += 60 * MINUTE;
    await Promise.all([one.look(), two.look()]);
    expect(sent.filter((line) => line.startsWith('webhook'))).toEqual(Array(3).fill('webhook low-disk 0'));
    expect(sent.filter((line) => line.startsWith('grace'))).toEqual(['grace low-disk 0']);
    expect(faults.length).toBe(2);
  });

  it('reach many channels in one look', async () => {
    seen = lowDisk;
    const many = Array.from({ length: 30 }, (_, index) => `person-${index}`);
    away = new Set(['person-7']);
    // Store that answers late, like one behind a network: concurrent reads see the same state.
    const distant = new AlertStreams({
      readStream: async (...asked) => {
        const events = await store.readStream(...asked);
        await breathe();
        return events;
      },
      append: async (...appended) => {
        await breathe();
        return store.append(...appended);
      },
    });
    await process({ streams: distant, channels: () => Promise.resolve(many) }).look();
    expect(sent.toSorted()).toEqual(many.map((name) => `${name} low-disk 0`).toSorted());
    expect(faults).toEqual([new Error('away')]);
    const [digest] = (await streams.current()).digests;
    expect([...digest!.waiting.keys()]).toEqual(['person-7']);
  });

  it('are looked for again when one answer never comes, and the missing step is reported', async () => {
    jest.useFakeTimers();
    seen = lowDisk;
    const never = new Promise<never>(() => undefined);
    let asked = 0;
    const watch = process({ newReviews: (after) => (++asked === 1 ? never : newReviews(after)) });
    const stopping = new AbortController();
    const running = watch.run(stopping.signal);
    await jest.advanceTimersByTimeAsync(3 * MINUTE);
    expect(sent).toEqual([]);
    await jest.advanceTimersByTimeAsync(MINUTE);
    expect(sent.toSorted()).toEqual(['grace low-disk 0', 'webhook low-disk 0']);
    expect(faults).toEqual([
      new Error(
        'a check of the alerts has not ended in 180 s: it waits for purchases that wait for a person',
      ),
    ]);
    stopping.abort();
    await running;
  });

  it('are sent once to a receiver slower than a look', async () => {
    jest.useFakeTimers();
    seen = lowDisk;
    const slow = async ({ digestId }: PendingDigest, channel: string) => {
      sent.push(`${digestId} ${channel}`);
      await sleep(channel === 'grace' ? 5 * MINUTE : 0);
    };
    const stopping = new AbortController();
    const running = process({ send: slow, now: () => Date.now() }).run(stopping.signal);
    await jest.advanceTimersByTimeAsync(9 * MINUTE);
    expect(sent.length).toBe(2);
    expect((await streams.current()).digests).toEqual([]);
    expect(faults).toEqual([
      new Error('a check of the alerts has not ended in 180 s: it waits for the recipients'),
    ]);
    stopping.abort();
    await running;
  });

  it('are not cleared by an observation older than they are', async () => {
    jest.useFakeTimers();
    const answers: ((seen: Observed) => void)[] = [];
    const watch = process({ observe: () => new Promise((resolve) => void answers.push(resolve)) });
    const seenNow = (): Observed => ({ ...lowDisk, nowMs });
    const stopping = new AbortController();
    const running = watch.run(stopping.signal);
    await jest.advanceTimersByTimeAsync(4 * MINUTE);
    answers[1]!(seenNow());
    await jest.advanceTimersByTimeAsync(MINUTE);
    answers[0]!({ ...seenNow(), ...WELL });
    await jest.advanceTimersByTimeAsync(MINUTE);
    expect((await types()).filter((type) => type === 'AlertRaised' || type === 'AlertCleared')).toEqual([
      'AlertRaised',
    ]);
    stopping.abort();
    await jest.advanceTimersByTimeAsync(3 * MINUTE);
    await running;
  });

  it('are given up after hours without a receiver', async () => {
    seen = lowDisk;
    away = new Set(['webhook']);
    for (let round = 0; round < 40; round += 1) {
      await one.look();
      nowMs += 15 * MINUTE;
    }
    expect(sent.filter((line) => line.startsWith('webhook')).length).toBe(24);
    expect((await streams.current()).digests).toEqual([]);
  });

  it('are acknowledged once, by the first administrator, and only while open', async () => {
    seen = lowDisk;
    await one.look();
    const { alertId } = (await streams.current()).open.get('low-disk')!;
    const acknowledge = (id: string, alert = alertId) => {
      const context: EventContext = {
        actor: { kind: 'admin', id },
        correlationId: 'c',
        now: new Date(nowMs),
      };
      return new AcknowledgeAlertHandler(new AlertStreams(store)).execute(
        new AcknowledgeAlert(alert, context),
      );
    };
    await Promise.all([acknowledge('ada'), acknowledge('bola')]);
    await acknowledge('ada');
    expect((await types()).filter((type) => type === 'AlertAcknowledged').length).toBe(1);
    expect(['ada', 'bola']).toContain((await streams.current()).open.get('low-disk')!.acknowledgedBy);
    for (const none of ['none', '__proto__'])
      await expect(acknowledge('ada', none)).rejects.toMatchObject({ code: 'ALERT_NOT_FOUND' });
    seen = WELL;
    await one.look();
    await expect(acknowledge('ada')).rejects.toMatchObject({ code: 'ALERT_NOT_FOUND' });
  });

  it('name the administrator of every change of the funding account, also when it is reverted or the culprit acknowledges it', async () => {
    const back = { ...STOLEN, version: 4, was: STOLEN.now, now: STOLEN.was };
    const there = { ...STOLEN, atMs: nowMs };
    seen = { ...WELL, termsChanges: [there, { ...back, atMs: nowMs }] };
    await one.look();
    for (const alert of (await streams.current()).open.values())
      await new AcknowledgeAlertHandler(new AlertStreams(store)).execute(
        new AcknowledgeAlert(alert.alertId, {
          actor: { kind: 'admin', id: 'eve' },
          correlationId: 'c',
          now: new Date(nowMs),
        }),
      );
    await Promise.all([one.look(), two.look()]);
    expect(sent.toSorted()).toEqual([
      'grace terms-changed:3 terms-changed:4 0',
      'webhook terms-changed:3 terms-changed:4 0',
    ]);
    const [first] = (await streams.current()).open.values();
    expect(first).toMatchObject({
      by: 'eve',
      text: `What customers are told of funding was changed from ${STOLEN.was} to ${STOLEN.now}.`,
    });
  });
});
