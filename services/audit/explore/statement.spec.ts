import { afterEach, describe, expect, it } from '@jest/globals';
import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { newEvent } from '../../../infra/event-store/testing/new-event.js';
import { MomentOfLedger } from '../../contracts/fields/ledger-moment.js';
import { type Moment, positionAt, TooMuchToRead } from '../as-of/position-at.js';
import { trialBalanceAsOf } from '../as-of/trial-balance-as-of.js';
import { accountLines } from './account-lines.js';
import { Turns } from './turns.js';

const turns = new Turns({ on: false });
let store = new MemoryEventStore();
afterEach(async () => {
  await store.close();
  store = new MemoryEventStore();
});

describe('a statement between two moments', () => {
  /** Events of two wallets in turn, a day apart. */
  async function threeDays(): Promise<void> {
    const day = (n: number) => new Date(Date.UTC(2026, 2, n, 12)).toISOString();
    let heads = { ada: NO_STREAM, bola: NO_STREAM };
    let left = { ada: 0, bola: 0 };
    for (let n = 1; n <= 6; n += 1) {
      const who = n % 2 === 1 ? ('ada' as const) : ('bola' as const);
      left = { ...left, [who]: left[who] + n };
      const event = newEvent(
        {
          availableAfter: String(left[who]),
          heldAfter: '0',
          postings: [
            { account: 'opening', amount: String(n) },
            { account: `user_available:${who}`, amount: String(-n) },
          ],
        },
        'WalletFunded',
      );
      const { head } = await store.append(`wallet-${who}`, heads[who], [{ ...event, at: day(n) }]);
      heads = { ...heads, [who]: head };
    }
  }
  const openingAt = async (account: string, position: number) =>
    (await trialBalanceAsOf(store, { position })).trial.of(account);
  const placeOf = async (moment: Moment | undefined) => moment && (await positionAt(store, moment)).position;
  const statement = async (account: string, from?: Moment, at?: Moment, limit = 10) => {
    const found = { amounts: [] as string[], opening: null as string | null, balance: null as string | null };
    const [first, last] = [await placeOf(from), await placeOf(at)];
    let before: number | undefined;
    for (let done = false; !done;) {
      const part = await accountLines(
        store,
        { account, from: first, at: last, before, limit },
        { balances: { now: async () => ({ position: 6, balance: 21n }), at: openingAt }, turns },
      );
      found.amounts.push(...part.postings.map(({ amount }) => amount));
      if (before === undefined) Object.assign(found, { opening: part.opening, balance: part.balance });
      else expect([part.opening, part.balance]).toEqual([null, null]);
      ({ done } = part);
      before = part.reached ?? before;
    }
    return found;
  };
  const noon = (n: number) => ({ atMs: Date.UTC(2026, 2, n, 12) });

  it.each([1, 2, 10])('opens, lists and closes by positions and by instants, %s a page', async (limit) => {
    await threeDays();
    const cases = [
      [undefined, undefined, ['6', '5', '4', '3', '2', '1'], null, '21'],
      [{ position: 2 }, { position: 4 }, ['4', '3'], '3', '10'],
      [noon(2), noon(4), ['4', '3'], '3', '10'],
      [noon(2), undefined, ['6', '5', '4', '3'], '3', '21'],
      [undefined, noon(2), ['2', '1'], null, '3'],
      [undefined, { position: 0 }, [], null, '0'],
      [{ position: 6 }, undefined, [], '21', '21'],
      [noon(4), noon(2), [], '10', '3'],
    ] as const;
    for (const [from, at, amounts, opening, balance] of cases)
      expect([from, at, await statement('opening', from, at, limit)]).toEqual([
        from,
        at,
        { amounts, opening, balance },
      ]);
  });

  it.each([1, 2, 10])('reads a wallet from its stream, %s a page', async (limit) => {
    await threeDays();
    const cases = [
      [undefined, undefined, ['-5', '-3', '-1'], null, '-9'],
      [{ position: 1 }, { position: 4 }, ['-3'], '-1', '-4'],
      [noon(1), noon(4), ['-3'], '-1', '-4'],
      [noon(6), undefined, [], '-9', '-9'],
      [undefined, { atMs: 0 }, [], null, '0'],
    ] as const;
    for (const [from, at, amounts, opening, balance] of cases)
      expect([from, at, await statement('user_available:ada', from, at, limit)]).toEqual([
        from,
        at,
        { amounts, opening, balance },
      ]);
  });

  it('closes a month after its last second, and the next month opens with that balance', async () => {
    const postings = [
      { account: 'opening', amount: '7' },
      { account: 'user_available:ada', amount: '-7' },
    ];
    const late = { ...newEvent({ postings }, 'WalletFunded'), at: '2026-03-31T22:59:59.500Z' };
    await store.append('wallet-ada', NO_STREAM, [late]);
    const named = (end: 'opening' | 'closing', typed: string): Moment => MomentOfLedger(end).parse(typed);
    const booked = async (moment: Moment) => openingAt('opening', (await placeOf(moment))!);
    for (const april of ['2026-04-01', '2026-04-01T00:00', '2026-04-01T00:00:00'])
      expect([april, await booked(named('opening', april))]).toEqual([april, 7n]);
    for (const march of ['2026-03-31', '2026-03-31T23:59', '2026-03-31T23:59:59']) {
      const moment = named('closing', march);
      expect([march, await booked(moment)]).toEqual([march, 7n]);
      const { amounts, balance } = await statement('opening', undefined, moment);
      expect([march, amounts, balance]).toEqual([march, ['7'], '7']);
    }
    for (const before of ['2026-03-31T23:58', '2026-03-31T23:59:58', '2026-03-31T23:59:59.499'])
      expect([before, await booked(named('closing', before))]).toEqual([before, 0n]);
  });

  it('is refused when it needs more than readMax events', async () => {
    await threeDays();
    const asked = (readMax: number) => trialBalanceAsOf(store, { position: 5 }, undefined, { readMax });
    await expect(asked(4)).rejects.toThrow(TooMuchToRead);
    expect((await asked(5)).trial.of('opening')).toBe(15n);
  });
});

describe('a moment in a query', () => {
  const said = (end: 'opening' | 'closing', typed: unknown) => {
    const { data, error } = MomentOfLedger(end).safeParse(typed);
    return data ?? error?.issues[0]?.message.slice(0, 16);
  };
  const day = Date.parse('2026-03-01T00:00:00+01:00');

  it('is a position, an instant (in Lagos by default) or a day with both its ends', () => {
    expect(said('closing', '12')).toEqual({ position: 12 });
    expect(said('opening', '12')).toEqual({ position: 11 });
    expect(said('opening', '0')).toEqual({ position: 0 });
    expect(said('closing', '2026-03-01')).toEqual({ atMs: day + 86_399_999, beganMs: day });
    expect(said('opening', '2026-03-01')).toEqual({ atMs: day - 1, beganMs: day });
    for (const [typed, lastMs] of [
      ['2026-03-01T00:00', 59_999],
      ['2026-03-01T00:00:00', 999],
      ['2026-03-01T00:00:00.000', 0],
      ['2026-02-28T23:00Z', 59_999],
      ['2026-02-28T23:00:00Z', 999],
      ['2026-02-28T22:00:00.000-01:00', 0],
    ] as const) {
      expect([typed, said('closing', typed)]).toEqual([typed, { atMs: day + lastMs, beganMs: day }]);
      expect([typed, said('opening', typed)]).toEqual([typed, { atMs: day - 1, beganMs: day }]);
    }
  });

  it('refuses other texts', () => {
    for (const typed of [
      '',
      ' 1',
      '1e3',
      '-1',
      '9999999999',
      '2026-02-31',
      '2026-3-1',
      '2026-03-01T',
      '2026-03-01T25:00',
      5,
      null,
    ])
      expect([typed, said('closing', typed)]).toEqual([typed, 'must be a moment']);
  });
});
