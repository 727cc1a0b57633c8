import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { AcknowledgeAlert, AcknowledgeAlertHandler, AlertStreams } from './alert-streams.js';
import { ALERTS_STREAM } from './alert.events.js';
import { type AlertLimits, findingsOf, type Observed } from './alert-rules.js';
import { AlertWatch } from './alert-watch.js';
import { DIGEST_EVERY_MS, type NewReviews } from './alerts.decider.js';

const MINUTE = 60_000;
const LIMITS: AlertLimits = {
  ...{ oldPurchaseMs: 30 * MINUTE, reviewMs: 60 * MINUTE, lagEvents: 100, vendorSuccess: 0.5 },
  ...{ floatNaira: 1_000, diskShare: 0.05, unsealedMs: 10 * MINUTE, unpublishedMs: 30 * MINUTE },
};
const WELL: Observed = {
  ...{ nowMs: 0, oldestOpenMs: null, reactionLag: 0, views: [], vendors: [], floats: [] },
  paused: [],
  ...{ disk: { free: 90, total: 100 }, oldestReviewAt: null, refusedPrices: [] },
  ...{ accepted: [], guessed: [], termsChanges: [], unsold: [] },
  ...{ unsealedSince: null, sealBroken: false, unpublishedSince: null, audit: null },
};
/** By somebody who took over an administrator. */
const STOLEN = {
  ...{ version: 3, atMs: 0, by: 'eve' },
  ...{ was: 'a charge of ₦50.00 and GTBank 0123456789', now: 'a charge of ₦50.00 and Eve Bank 6666666666' },
};
const keysOf = (observed: Partial<Observed>): string[] =>
  findingsOf({ ...WELL, ...observed }, LIMITS).findings.map(({ key }) => key);

describe('the rules of alerts', () => {
  const attempts = (delivered: number, failed: number) => [{ code: 4, name: 'Platonic', delivered, failed }];
  it.each<[string, Partial<Observed>, Partial<Observed>]>([
    ['old-purchase', { oldestOpenMs: 30 * MINUTE + 1 }, { oldestOpenMs: 30 * MINUTE }],
    ['reaction-lag', { reactionLag: 101 }, { reactionLag: 100 }],
    [
      'halted-view:history',
      { views: [{ view: 'history', lag: 0, halted: true }] },
      { views: [{ view: 'history', lag: 0, halted: false }] },
    ],
    [
      'view-lag:history',
      { views: [{ view: 'history', lag: 101, halted: false }] },
      { views: [{ view: 'history', lag: 100, halted: false }] },
    ],
    ['vendor-failing:4', { vendors: attempts(4, 6) }, { vendors: attempts(5, 5) }],
    [
      'low-float:2',
      { floats: [{ code: 2, name: 'Spectranet', balance: 999 }] },
      { floats: [{ code: 2, name: 'Spectranet', balance: 1_000 }] },
    ],
    [
      'vendor-paused:airtime/2',
      { paused: [{ code: 2, name: 'Spectranet', service: 'airtime', reason: 'Delivered 1 of 20' }] },
      { paused: [] },
    ],
    ['low-disk', { disk: { free: 4, total: 100 } }, { disk: { free: 5, total: 100 } }],
    [
      'price-refused:s1',
      { refusedPrices: [{ id: 's1', name: 'Mtn SME 1GB', reason: 'Below cost.' }] },
      { refusedPrices: [] },
    ],
    [
      'administrator-new:eve',
      { accepted: [{ userId: 'eve', atMs: 0 }], nowMs: 24 * 60 * MINUTE - 1 },
      { accepted: [{ userId: 'eve', atMs: 0 }], nowMs: 24 * 60 * MINUTE },
    ],
    [
      'terms-changed:3',
      { termsChanges: [STOLEN], nowMs: 24 * 60 * MINUTE - 1 },
      { termsChanges: [STOLEN], nowMs: 24 * 60 * MINUTE },
    ],
    [
      'codes-guessed:eve/0',
      { guessed: [{ userId: 'eve', atMs: 0 }], nowMs: 24 * 60 * MINUTE - 1 },
      { guessed: [{ userId: 'eve', atMs: 0 }], nowMs: 24 * 60 * MINUTE },
    ],
    [
      'sealing-stopped',
      { unsealedSince: 0, nowMs: 10 * MINUTE + 1 },
      { unsealedSince: 0, nowMs: 10 * MINUTE },
    ],
    ['sealing-stopped', { sealBroken: true, unsealedSince: undefined }, { sealBroken: false }],
    [
      'seals-unpublished',
      { unpublishedSince: 0, nowMs: 30 * MINUTE + 1 },
      { unpublishedSince: 0, nowMs: 30 * MINUTE },
    ],
    [
      'audit-findings',
      { audit: { drift: 1, unexplained: '0', problems: 0 } },
      { audit: { drift: 0, unexplained: '0', problems: 0 } },
    ],
    [
      'audit-findings',
      { audit: { drift: null, unexplained: '5', problems: 0 } },
      { audit: { drift: null, unexplained: null, problems: null } },
    ],
    ['audit-findings', { audit: { drift: 0, unexplained: '0', problems: 1 } }, { audit: null }],
    ['service-unsold:cable', { unsold: ['cable'] }, { unsold: [] }],
    [
      'review-waiting',
      { oldestReviewAt: 0, nowMs: 60 * MINUTE + 1 },
      { oldestReviewAt: 0, nowMs: 60 * MINUTE },
    ],
  ])('%s is found at its limit, and not before', (key, beyond, within) => {
    expect(keysOf(beyond)).toEqual([key]);
    expect(keysOf(within)).toEqual([]);
  });

  it('say nothing of a vendor that was hardly asked, and nothing of floats where there is no limit', () => {
    expect(keysOf({ vendors: attempts(0, 9) })).toEqual([]);
    const floats = [{ code: 2, name: 'Spectranet', balance: -5 }];
    expect(findingsOf({ ...WELL, floats }, { ...LIMITS, floatNaira: 0 }).findings).toEqual([]);
  });

  it('that cannot tell say so', () => {
    const unknown = { reactionLag: undefined, vendors: undefined, disk: undefined };
    expect([...findingsOf({ ...WELL, ...unknown }, LIMITS).unsure].toSorted()).toEqual([
      'low-disk',
      'reaction-lag',
      'vendor-failing',
    ]);
  });
});

/** Two processes over one ledger, a clock that is set, and whoever is told. */
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

  const newReviews = (after: string): Promise<NewReviews> => {
    const fresh = waiting.filter((at) => at > after);
    return Promise.resolve({ reviews: fresh.length, reviewsUpTo: fresh.toSorted().at(-1) ?? after });
  };
  const process = (): AlertWatch =>
    new AlertWatch({
      ...{ streams: new AlertStreams(store), limits: LIMITS, newReviews },
      observe: () => Promise.resolve({ ...seen, nowMs }),
      channels: () => Promise.resolve(['webhook', 'grace']),
      send: async ({ alerts, reviews }, channel) => {
        sent.push([channel, ...alerts.map(({ key }) => key), reviews].join(' '));
        await Promise.resolve();
        if (away.has(channel)) throw new Error('away');
      },
      now: () => nowMs,
      onFault: (error) => void faults.push(error),
    });
  const types = async () => (await store.readStream(ALERTS_STREAM)).map(({ type }) => type);
  const lowDisk = { ...WELL, disk: { free: 1, total: 100 } };

  beforeEach(() => {
    store = new MemoryEventStore();
    [nowMs, seen, waiting, sent, faults, away] = [
      Date.parse('2026-03-10T08:00:00Z'),
      WELL,
      [],
      [],
      [],
      new Set(),
    ];
    [one, two] = [process(), process()];
    streams = new AlertStreams(store);
  });

  it('are raised once and cleared once, whoever looks, and stay while nobody can tell', async () => {
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

  it('are told to each once, in at most one digest in ten minutes', async () => {
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

  it('are told of a purchase that newly waits for a person, and once', async () => {
    waiting = ['2026-03-10T07:00:00.000Z', '2026-03-10T07:30:00.000Z'];
    await Promise.all([one.look(), two.look()]);
    nowMs += DIGEST_EVERY_MS;
    await one.look();
    expect(sent.toSorted()).toEqual(['grace 2', 'webhook 2']);
  });

  it('are sent again to whom they did not reach, after a while, and to nobody else', async () => {
    seen = lowDisk;
    away = new Set(['webhook']);
    await one.look();
    await Promise.all([one.look(), two.look()]);
    expect(sent.toSorted()).toEqual(['grace low-disk 0', 'webhook low-disk 0']);
    nowMs += MINUTE;
    // Another process goes on where this one ended.
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

  it('are given up on when nobody takes them for hours', async () => {
    seen = lowDisk;
    away = new Set(['webhook']);
    for (let round = 0; round < 40; round += 1) {
      await one.look();
      nowMs += 15 * MINUTE;
    }
    expect(sent.filter((line) => line.startsWith('webhook')).length).toBe(24);
    expect((await streams.current()).digests).toEqual([]);
  });

  it('are acknowledged by whoever is first, and only while they are open', async () => {
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

  it('tell each who changed into which account customers pay, also when it was changed back, and whoever acknowledges it', async () => {
    const back = { ...STOLEN, version: 4, was: STOLEN.now, now: STOLEN.was };
    const there = { ...STOLEN, atMs: nowMs };
    seen = { ...WELL, termsChanges: [there, { ...back, atMs: nowMs }] };
    await one.look();
    for (const alert of (await streams.current()).open.values())
      await new AcknowledgeAlertHandler(new AlertStreams(store)).execute(
        new AcknowledgeAlert(alert.alertId, {
          ...{ actor: { kind: 'admin', id: 'eve' }, correlationId: 'c', now: new Date(nowMs) },
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
