import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ReadStreamOptions } from '../../../infra/event-store/event-store.js';
import { RowFold } from '../../../infra/read-store/row-fold.js';
import { dayTotalsProjection } from '../../../read-models/day-totals/day-totals.projection.js';
import { dayTotalsView } from '../../../read-models/day-totals/day-totals.view.js';
import { keptDays } from '../../../read-models/day-totals/kept-days.query.js';
import { bookOf, type Posting } from '../../ledger/postings.js';
import { writePurchases } from '../testing/many-purchases.js';
import { put, TamperedEventStore } from '../testing/tampered-event-store.js';
import { TrialBalance } from '../trial-balance.js';
import { type Moment, positionAt } from './position-at.js';
import { type KeptDays, trialBalanceAsOf } from './trial-balance-as-of.js';
import { walletAsOf } from './wallet-as-of.js';

const store = new TamperedEventStore();
let end: number;

/** Rows of `dayTotalsProjection` up to a position. */
async function keptTo(log: TamperedEventStore, position: number): Promise<KeptDays> {
  const rows = new RowFold(dayTotalsView);
  for (const event of await log.readAll(0, position))
    if (dayTotalsProjection.wants!(event.type, event.stream))
      rows.apply(dayTotalsProjection.project({ event, opened: undefined }));
  const kept = await keptDays({
    checkpoint: () => Promise.resolve(position),
    parkedKeys: () => Promise.resolve([]),
    page: () => Promise.resolve({ rows: rows.rows, total: rows.rows.length, totalCapped: false } as never),
  });
  return kept!;
}

async function scanned(log: TamperedEventStore, moment: Moment): Promise<Map<string, bigint>> {
  const trial = new TrialBalance();
  const events = await log.readAll(0, 1_000_000);
  const last =
    'position' in moment
      ? moment.position
      : (events.findLast(({ at }) => Date.parse(at) <= moment.atMs)?.position ?? 0);
  for (const event of events)
    if (event.position <= last)
      for (const { account, amount } of (event.data['postings'] ?? []) as unknown as Posting[])
        trial.add(bookOf(account), amount);
  return new Map([...trial.entries()].sort());
}

const asked = async (
  log: TamperedEventStore,
  moment: Moment,
  kept?: KeptDays,
): Promise<{ accounts: Map<string, bigint>; read: number }> => {
  const { trial, read } = await trialBalanceAsOf(log, moment, kept);
  return { accounts: new Map([...trial.entries()].sort()), read };
};
/** Drops accounts of balance zero, which only one side lists. */
const moved = (accounts: ReadonlyMap<string, bigint>): Map<string, bigint> =>
  new Map([...accounts].filter(([, kobo]) => kobo !== 0n));

beforeAll(async () => {
  await writePurchases(store, 400);
  end = await store.lastPosition();
});

describe('the trial balance as of a moment', () => {
  it('equals a full scan at every position and instant tried, with any part of the days kept', async () => {
    const all = await store.readAll(0, end);
    const midnights = ['2026-03-03', '2026-03-09', '2026-03-20'].flatMap((day) => {
      const at = Date.parse(`${day}T23:00:00.000Z`);
      return [at - 1, at, at + 1];
    });
    const moments: Moment[] = [
      ...[0, 1, 2, 77, Math.floor(end / 2), end - 1, end, end + 5].map((position) => ({ position })),
      ...[0, Date.parse(all[301]!.at), Date.parse(all[301]!.at) - 1, ...midnights, 9e12].map((atMs) => ({
        atMs,
      })),
    ];
    const kept = [0, 1, Math.floor(end / 2), end - 1, end].map((position) => keptTo(store, position));
    for (const moment of moments) {
      const whole = moved(await scanned(store, moment));
      for (const days of kept)
        expect(moved((await asked(store, moment, await days)).accounts)).toEqual(whole);
    }
  });

  it('reads nothing for the end of a kept day, and only that day for a moment within it', async () => {
    const kept = await keptTo(store, end);
    const day = kept.days[Math.floor(kept.days.length / 2)]!;
    const over = Date.parse(`${day.day}T23:00:00.000Z`) - 1;
    expect((await asked(store, { atMs: over }, kept)).read).toBe(0);
    expect((await asked(store, { atMs: over - 60_000 }, kept)).read).toBe(
      day.lastPosition - day.firstPosition + 1,
    );
  });

  it('is exact when event times are not in log order', async () => {
    const log = new TamperedEventStore();
    const paid = async (amount: number, at: string): Promise<void> =>
      put(log, 'wallet-ada', [
        'WalletFunded',
        {
          postings: [
            { account: 'opening', amount: String(amount) },
            { account: 'user_available:ada', amount: String(-amount) },
          ],
        },
        at,
      ]);
    await paid(1, '2026-03-01T22:59:00.000Z');
    await paid(10, '2026-03-02T10:00:00.000Z');
    await paid(100, '2026-03-01T22:59:30.000Z');
    await paid(1_000, '2026-03-03T10:00:00.000Z');
    await paid(10_000, '2026-03-02T09:00:00.000Z');
    for (let keptPosition = 0; keptPosition <= 5; keptPosition += 1) {
      const kept = await keptTo(log, keptPosition);
      for (const moment of [
        ...[0, 1, 2, 3, 4, 5].map((position) => ({ position })),
        ...['2026-03-01T22:59:00.000Z', '2026-03-01T22:59:59.999Z', '2026-03-02T09:30:00.000Z'].map((at) => ({
          atMs: Date.parse(at),
        })),
      ])
        expect([keptPosition, moment, moved((await asked(log, moment, kept)).accounts)]).toEqual([
          keptPosition,
          moment,
          moved(await scanned(log, moment)),
        ]);
    }
  });

  it('is empty for an empty ledger, and throws when the log is cut short', async () => {
    expect((await asked(new TamperedEventStore(), { position: 5 })).accounts).toEqual(new Map());
    const cut = new TamperedEventStore();
    await put(cut, 'wallet-ada', ['WalletOpened', {}]);
    cut.tamper = () => undefined;
    await expect(trialBalanceAsOf(cut, { position: 5 })).rejects.toThrow(/verify/);
  });
});

describe('a moment after the clock was set back', () => {
  const USER = 'ada';
  /** Positions 1 to 5: the clock is two hours ahead for events 2 and 3. */
  const TIMES = ['09:00', '11:10', '11:20', '09:30', '09:40'].map((time) => `2026-03-02T${time}:00.000Z`);
  const log = new TamperedEventStore();
  beforeAll(async () => {
    for (const [index, at] of TIMES.entries()) {
      const postings = [
        { account: 'opening', amount: '100' },
        { account: `user_available:${USER}`, amount: '-100' },
      ];
      const left = { availableAfter: String(100 * (index + 1)), heldAfter: '0' };
      await put(log, `wallet-${USER}`, ['WalletFunded', { userId: USER, postings, ...left }, at]);
    }
  });

  it.each([
    ['08:59', 0],
    ['09:00', 1],
    ['09:29', 1],
    ['09:30', 4],
    ['09:45', 5],
    ['11:15', 5],
    ['12:00', 5],
  ])('of %s has one position, for the wallet and for the books', async (time, position) => {
    const moment = { atMs: Date.parse(`2026-03-02T${time}:00.000Z`) };
    for (let kept = 0; kept <= TIMES.length; kept += 1) {
      const days = await keptTo(log, kept);
      expect((await positionAt(log, moment, days)).position).toBe(position);
      const { trial } = await trialBalanceAsOf(log, moment, days);
      const { available } = await walletAsOf(log, USER, position);
      expect([available, trial.of('user_available')]).toEqual([
        String(100 * position),
        BigInt(-100 * position),
      ]);
    }
  });
});

describe('a wallet as of a moment', () => {
  const USER = '00000000-0000-4000-a000-000000000003';

  it('equals the sum of its postings at every event', async () => {
    const events = await store.readStream(`wallet-${USER}`);
    expect(events.length).toBeGreaterThan(80);
    const trial = new TrialBalance();
    expect(await walletAsOf(store, USER, events[0]!.position - 1)).toMatchObject({
      available: '0',
      held: '0',
      event: null,
    });
    for (const event of events) {
      trial.addAll((event.data['postings'] ?? []) as unknown as Posting[]);
      const holds = {
        available: String(-trial.of(`user_available:${USER}`)),
        held: String(-trial.of(`user_held:${USER}`)),
        event: { revision: event.revision, type: event.type },
      };
      expect(await walletAsOf(store, USER, event.position)).toMatchObject(holds);
    }
    expect(await walletAsOf(store, USER, end)).toMatchObject({
      event: { revision: events.length - 1 },
    });
  });

  it('is exact in a store without positions in streams, with many events in one millisecond', async () => {
    const rush = new TamperedEventStore();
    const at = '2026-03-01T09:00:00.000Z';
    for (let n = 1; n <= 30; n += 1) {
      const left = { availableAfter: String(n), heldAfter: '0' };
      await put(rush, 'wallet-ada', ['WalletFunded', { userId: 'ada', ...left }, at]);
      await put(rush, 'user-bola', ['PinDropped', { userId: 'bola' }, at]);
    }
    await put(rush, 'wallet-ada', [
      'WalletFunded',
      { userId: 'ada', availableAfter: '31', heldAfter: '0' },
      '2026-03-02T09:00:00.000Z',
    ]);
    const silent = {
      head: (stream: string) => rush.head(stream),
      readAll: (after: number, limit: number) => rush.readAll(after, limit),
      lastPosition: () => rush.lastPosition(),
      readStream: async (stream: string, options: ReadStreamOptions) =>
        (await rush.readStream(stream, options)).map((event) => ({ ...event, position: 0 })),
    };
    for (let position = 0; position <= 62; position += 1)
      expect({ position, ...(await walletAsOf(silent, 'ada', position)) }).toMatchObject({
        position,
        available: String(Math.min(31, Math.ceil(position / 2))),
      });
  });

  it('takes a handful of look-ups in a stream of 100,000 events', async () => {
    const COUNT = 100_000;
    let looks = 0;
    const event = (revision: number) => ({
      position: revision * 3 + 1,
      revision,
      type: 'WalletFunded',
      stream: 'wallet-ada',
      at: new Date(revision * 1_000).toISOString(),
      actor: { kind: 'user', id: 'ada' },
      data: { availableAfter: String(revision), heldAfter: '0' },
    });
    const long = {
      head: async () => ({ revision: COUNT - 1, hash: '' }),
      readAll: async (after: number) => [{ stream: 'other', position: after + 1 }],
      async readStream(_: string, { from = 0 }: { from?: number } = {}) {
        looks += 1;
        return [event(from)];
      },
    };
    for (const revision of [0, 1, 49_999, 77_777, COUNT - 1]) {
      looks = 0;
      expect(await walletAsOf(long as never, 'ada', revision * 3 + 2)).toMatchObject({
        available: String(revision),
      });
      expect(looks).toBeLessThan(50);
    }
  });
});
