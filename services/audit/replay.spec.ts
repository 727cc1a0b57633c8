import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Row } from '../../infra/read-store/view.js';
import { HOUSE_USER_ID } from '../ledger/streams.js';
import { compareReadModels } from './compare/compare-by-replay.js';
import type { ReadModels, RowSource } from './compare/compare-by-replay.js';
import { replay } from './replay.js';
import { writeLedger } from './testing/a-ledger.js';
import { TamperedEventStore } from './testing/tampered-event-store.js';
import { isBalanced, TrialBalance } from './trial-balance.js';

let store: TamperedEventStore;
beforeEach(async () => {
  store = new TamperedEventStore();
  await writeLedger(store);
});

describe('replay', () => {
  it('folds the log into balances and statuses', async () => {
    const { events, position, trial, wallets, statuses } = await replay(store);
    expect(events).toBe(await store.lastPosition());
    expect(position).toBe(events);
    expect(trial.total()).toBe(0n);
    expect(Object.fromEntries(wallets)).toEqual({
      ada: { available: 80_000n, held: 10_000n },
      bola: { available: 60_000n, held: 0n },
      [HOUSE_USER_ID]: { available: 500_000n, held: 0n },
    });
    expect(Object.fromEntries(statuses)).toEqual({
      sold: 'Successful',
      failed: 'Refunded',
      'taken-back': 'Reversed',
      open: 'Pending',
      late: 'Refunded',
    });
  });
});

describe('the trial balance', () => {
  it('is exact for any amounts', () => {
    const line = fc.record({
      account: fc.constantFrom('a', 'b'),
      kobo: fc.bigInt(-(10n ** 17n), 10n ** 17n),
    });
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const trial = new TrialBalance();
        const postings = lines.map(({ account, kobo }) => ({ account, amount: String(kobo) }));
        trial.addAll(postings);
        const sum = (account?: string): bigint =>
          lines.reduce(
            (total, each) => (account === undefined || each.account === account ? total + each.kobo : total),
            0n,
          );
        expect([trial.of('a'), trial.of('b'), trial.total()]).toEqual([sum('a'), sum('b'), sum()]);
        expect([trial.owed('a'), trial.owed('b')]).toEqual([String(-sum('a')), String(-sum('b'))]);
        expect(isBalanced(postings)).toBe(sum() === 0n);
        expect(isBalanced([...postings, { account: 'c', amount: String(-sum()) }])).toBe(true);
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});

describe('comparing read models', () => {
  /** Correct rows of the views. */
  async function truth(): Promise<Record<keyof ReadModels, Row[]>> {
    const { trial, wallets, statuses } = await replay(store);
    return {
      wallet: Array.from(wallets, ([user_id, balances]) => ({ user_id, ...balances })),
      'trial-balance': Array.from(trial.entries(), ([account, balance]) => ({ account, balance })),
      history: Array.from(statuses, ([purchase_id, status]) => ({ purchase_id, status })),
    };
  }
  const source = (rows: Row[], checkpoints: number[]): RowSource => ({
    checkpoint: () => Promise.resolve(checkpoints.length > 1 ? checkpoints.shift()! : checkpoints[0]!),
    pages: async function* () {
      yield rows;
    },
  });
  async function compare(rows: Record<keyof ReadModels, Row[]>, checkpoints: number[] = []) {
    const end = await store.lastPosition();
    const at = (view: keyof ReadModels): RowSource => source(rows[view], [...checkpoints, end]);
    return compareReadModels(store, {
      wallet: at('wallet'),
      'trial-balance': at('trial-balance'),
      history: at('history'),
    });
  }

  it('accepts correct rows, also when the projector moves meanwhile', async () => {
    expect(await compare(await truth())).toMatchObject({
      same: true,
      differing: 0,
      rows: 3 + 5 + (await replay(store)).trial.size,
    });
    expect(await compare(await truth(), [3, 4])).toMatchObject({ same: true });
  });
  it('reports a wrong figure, a missing row and an extra row', async () => {
    const rows = await truth();
    rows.wallet[0] = { ...rows.wallet[0], available: 1n };
    rows['trial-balance'].pop();
    rows.history.push({ purchase_id: 'invented', status: 'Successful' });
    const { differing, examples } = await compare(rows);
    expect(differing).toBe(3);
    expect(
      examples.map(({ view, shown, replayed }) => [view, shown === 'no row', replayed === 'no row']),
    ).toEqual([
      ['wallet', false, false],
      ['trial-balance', true, false],
      ['history', false, true],
    ]);
  });
});
