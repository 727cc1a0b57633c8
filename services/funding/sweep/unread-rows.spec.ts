import { beforeEach, describe, expect, it } from '@jest/globals';
import { fact } from '../../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { verifyLedger } from '../../audit/verify-ledger.js';
import type { UnreadRow } from '../../vendors/payment-provider.js';
import { START } from '../../wallet/testing/given-wallet.js';
import { fundingStream, readFunding } from '../funding.stream.js';
import { assign, evolve, type Unmatched } from '../unmatched.decider.js';
import { UNREAD_ROWS_MAX, UnreadRows } from './unread-rows.js';

const HOUR = 3_600_000;
const rowOf = (number: number): UnreadRow => ({
  field: 'reference',
  type: 'nothing',
  digest: String(number).padStart(8, '0').padEnd(64, 'a'),
});
const referenceOf = (number: number): string => `row-${rowOf(number).digest.slice(0, 40)}`;

let store: MemoryEventStore;
beforeEach(() => void (store = new MemoryEventStore()));

/** Sweeps once over the rows. */
async function sweep(...rows: readonly UnreadRow[]): Promise<UnreadRows> {
  const unread = new UnreadRows(store, 'monnify');
  for (const row of rows) await unread.put(row);
  return unread;
}

describe('a listed row without a reference', () => {
  it('goes before a person once, in however many sweeps and processes it is listed', async () => {
    const row: UnreadRow = { field: 'reference', type: 'number', digest: 'f'.repeat(64) };
    expect(await sweep(row, row)).toMatchObject({ stored: 1, left: 0, first: row });
    expect(await sweep(row)).toMatchObject({ stored: 0, left: 0, first: undefined });
    await Promise.all([sweep(row), sweep(row), sweep(rowOf(1)), sweep(rowOf(1))]);
    const events = await store.readAll(0, 10);
    expect(events.map(({ type, data }) => [type, data['digest']])).toEqual([
      ['FundingUnread', row.digest],
      ['FundingUnread', rowOf(1).digest],
    ]);
    expect(events[0]).toMatchObject({
      actor: { kind: 'system' },
      data: {
        provider: 'monnify',
        transactionReference: `row-${'f'.repeat(40)}`,
        accountReference: '',
        ...row,
      },
    });
  });

  it('does not fill the log: the rest of many rows is counted, and goes before a person with later sweeps', async () => {
    const rows = Array.from({ length: UNREAD_ROWS_MAX + 3 }, (_, number) => rowOf(number));
    expect(await sweep(...rows)).toMatchObject({ stored: UNREAD_ROWS_MAX, left: 3 });
    expect(await store.lastPosition()).toBe(UNREAD_ROWS_MAX);
    expect(await sweep(...rows)).toMatchObject({ stored: 3, left: 0 });
    expect(await sweep(...rows)).toMatchObject({ stored: 0, left: 0, first: undefined });
  });

  it('is named by `verify` after an hour, until a person has decided', async () => {
    await sweep(rowOf(7));
    const at = (await store.readAll(0, 1))[0]!.at;
    const problems = async () =>
      (await verifyLedger({ eventStore: store, asOf: new Date(Date.parse(at) + HOUR + 1_000) })).problems.map(
        ({ rule, detail }) => `${rule}: ${detail}`,
      );
    expect(await problems()).toEqual([
      `undecided: monnify ${referenceOf(7)} was answered with an unread reference (nothing), and no person has decided for 3601 s`,
    ]);
    const { events, head } = await readFunding(store, 'monnify', referenceOf(7));
    const unmatched = events.reduce<Unmatched | undefined>(
      (state, event) => (event ? evolve(state, event) : state),
      undefined,
    );
    const to = { userId: 'ada', charge: 0n, stated: 5_000n };
    const decided = assign(to, { commandId: 'c', reason: 'Seen at Monnify' }, unmatched);
    const context = { actor: { kind: 'admin', id: 'grace' }, correlationId: 'c', now: START } as const;
    const facts = decided.map(({ type, data }) => fact<string, object>(type, data, context));
    await store.append(fundingStream('monnify', referenceOf(7)), head, facts as never);
    expect(await problems()).toEqual([expect.stringMatching(/^uncredited: /)]);
    expect(await sweep(rowOf(7))).toMatchObject({ stored: 0, left: 0 });
  });
});
