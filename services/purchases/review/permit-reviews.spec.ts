import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { leftAlone } from '../../money-desk/alone/allowance.js';
import { by, finishIn, grantNewest } from '../../money-desk/testing/approving.js';
import { START } from '../../wallet/testing/given-wallet.js';
import { WalletProcess } from '../../wallet/testing/wallet-process.js';
import type { Purchase } from '../purchase.state.js';
import { PermitReviews } from './permit-reviews.js';

const LIMITS = { ADJUSTMENT_APPROVAL_LIMIT: '500', ALONE_DAILY_CAP: '1200' };

let store: MemoryEventStore;
let here: WalletProcess;
const ended = new Set<string>();
/** Purchases that have not entered review yet. */
const early = new Set<string>();
beforeEach(() => {
  store = new MemoryEventStore();
  here = new WalletProcess(store);
  ended.clear();
  early.clear();
});

/** The id of a purchase ends with its price in naira, such as `a-300`. */
const streams = {
  reload: (purchaseId: string) =>
    Promise.resolve({
      purchaseId,
      userId: 'ada',
      reference: `REF-${purchaseId}`,
      price: `${purchaseId.split('-')[1]}00`,
      phase: ended.has(purchaseId) ? 'ended' : 'open',
      review: early.has(purchaseId) ? 'none' : 'required',
    } as unknown as Purchase),
};
const decide = (purchaseIds: readonly string[], who = 'grace', decision: 'refund' | 'delivered' = 'refund') =>
  new PermitReviews(streams, store, LIMITS)
    .permit({ purchaseIds, decision, reason: 'no record' }, by(who))
    .then(
      (permitted) => (permitted.size === 0 ? 'nothing' : 'permitted'),
      (error: { code: string }) => error.code,
    );
const left = async (who = 'grace') =>
  (await leftAlone(store, { each: 500_00n, all: 1_200_00n }, who, START)) / 100n;
const requests = async () =>
  (await store.readAll(0, 1_000)).filter(({ type }) => type === 'ApprovalRequested').map(({ data }) => data);
const grant = async () => finishIn(here, await grantNewest(store));

describe('a purchase decided by hand', () => {
  it('counts towards the day, once for a repeated decision, and like other money', async () => {
    expect(await decide(['a-300'])).toBe('permitted');
    expect(await decide(['a-300'])).toBe('permitted');
    expect(await left()).toBe(200n);
    expect(await decide(['b-201'], 'grace', 'delivered')).toBe('REVIEW_APPROVAL');
    expect(await decide(['b-201'], 'mia', 'delivered')).toBe('permitted');
  });

  it('counts once when it is decided again with fewer others, or otherwise, or by another administrator', async () => {
    expect(await decide(['a-100', 'b-200'])).toBe('permitted');
    expect(await left()).toBe(200n);
    ended.add('a-100');
    expect(await decide(['a-100', 'b-200'])).toBe('permitted');
    expect(await decide(['b-200'], 'grace', 'delivered')).toBe('permitted');
    expect(await left()).toBe(200n);
    expect(await decide(['b-200'], 'mia')).toBe('permitted');
    // `ALONE_DAILY_CAP` of all administrators leaves 900.
    expect(await decide(['c-500'], 'mia')).toBe('REVIEW_APPROVAL');
    expect(await decide(['d-500'], 'eve')).toBe('permitted');
    expect(await decide(['e-400'], 'ada')).toBe('permitted');
  });

  it('counts nothing when it has ended before', async () => {
    ended.add('a-300');
    expect(await decide(['a-300'])).toBe('nothing');
    expect(await left()).toBe(500n);
  });

  it('needs no other approval after one of them has ended meanwhile', async () => {
    const bulk = ['a-300', 'b-300', 'c-300'];
    expect(await decide(bulk)).toBe('REVIEW_APPROVAL');
    await grant();
    ended.add('b-300');
    expect(await decide(bulk)).toBe('permitted');
    ended.add('a-300');
    expect(await decide(bulk)).toBe('permitted');
    expect(await requests()).toHaveLength(1);
  });

  it('is permitted only when it was counted, also when it enters review after the others', async () => {
    const permit = (purchaseIds: readonly string[]) =>
      new PermitReviews(streams, store, LIMITS).permit(
        { purchaseIds, decision: 'refund', reason: 'no record' },
        by('grace'),
      );
    early.add('b-300');
    expect(await permit(['a-100', 'b-300'])).toEqual(new Set(['a-100']));
    expect(await left()).toBe(400n);
    early.clear();
    ended.add('a-100');
    expect(await permit(['a-100', 'b-300'])).toEqual(new Set(['b-300']));
    expect(await left()).toBe(100n);
  });

  it('is permitted by an approval only when the approval names it', async () => {
    const bulk = ['a-300', 'b-300', 'c-300'];
    early.add('c-300');
    expect(await decide(bulk)).toBe('REVIEW_APPROVAL');
    await grant();
    early.clear();
    const decision = { purchaseIds: bulk, decision: 'refund', reason: 'no record' } as const;
    expect(await new PermitReviews(streams, store, LIMITS).permit(decision, by('grace'))).toEqual(
      new Set(['a-300', 'b-300']),
    );
  });

  it('above the limit needs one approval for all that are decided together', async () => {
    const bulk = ['a-300', 'b-300', 'c-300'];
    expect(await decide(bulk)).toBe('REVIEW_APPROVAL');
    expect(await decide(bulk)).toBe('REVIEW_APPROVAL');
    expect(await requests()).toMatchObject([
      {
        reason: 'no record',
        work: {
          type: 'review',
          decision: 'refund',
          amount: '90000',
          purchases: ['REF-a-300', 'REF-b-300', 'REF-c-300'],
        },
      },
    ]);
    expect(await grant()).toMatchObject({ standing: 'granted' });
    expect(await decide([...bulk, 'd-300'])).toBe('REVIEW_APPROVAL');
    expect(await decide(bulk, 'grace', 'delivered')).toBe('REVIEW_APPROVAL');
    expect(await decide(bulk, 'mia')).toBe('REVIEW_APPROVAL');
    expect(await decide(bulk)).toBe('permitted');
    expect(await decide(bulk)).toBe('permitted');
    expect(await left()).toBe(500n);
  });
});
