import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { put } from '../testing/tampered-event-store.js';
import { DIFFERENCES } from './compare-payment.js';
import { attemptsAt, fundingsBy } from './our-books.js';
import { readStatement } from './read-statement.js';
import { type Found, type Period, reconcile, type Reconciliation } from './reconcile.js';

const VENDOR = 3;

interface Given {
  readonly id: string;
  readonly ends?: 'delivered' | 'failed' | 'reversed' | 'late' | 'refunded' | 'decided' | 'partial';
  readonly cost?: string;
  readonly at?: string;
  readonly vendor?: number;
  readonly attempt?: number;
  readonly theirs?: string;
}

/** Purchase with one attempt that ends as given, or stays unknown. */
async function given(store: MemoryEventStore, purchase: Given): Promise<void> {
  const { id, ends, cost = '9700', at, vendor = VENDOR, attempt = 1, theirs } = purchase;
  const of = { userId: 'ada', purchaseId: id, attempt, vendor };
  const named = theirs === undefined ? of : { ...of, vendorTransactionId: theirs };
  const tell = (type: string, data: object): Promise<void> =>
    put(store, `purchase-${id}`, at === undefined ? [type, { ...data }] : [type, { ...data }, at]);
  await tell('AttemptStarted', { ...of, vendorReference: `ref-${id}` });
  if (ends === undefined) return tell('AttemptOutcomeUnknown', { ...named, reason: 'timeout' });
  if (ends === 'delivered' || ends === 'reversed') await tell('AttemptDelivered', { ...named, cost });
  if (ends === 'partial') await tell('PartiallyDelivered', { ...named, cost, delivered: 1, of: 2 });
  if (ends === 'reversed') await tell('VendorReversed', { ...named, code: '040', cost });
  if (ends === 'failed' || ends === 'late')
    await tell('AttemptFailed', { ...named, code: '016', blame: 'biller', charged: false });
  if (ends === 'late') await tell('LateSuccessDetected', { ...named, cost, postings: [] });
  if (ends === 'refunded' || ends === 'decided')
    await tell('ReviewResolved', {
      ...of,
      reason: 'asked',
      cost: ends === 'decided' ? cost : '0',
      decision: ends === 'decided' ? 'delivered' : 'refund',
    });
}

interface Asked {
  readonly side?: 'vendor' | 'psp';
  readonly period?: Partial<Period>;
}

async function reconciled(
  store: MemoryEventStore,
  text: string,
  { side = 'vendor', period }: Asked = {},
): Promise<Reconciliation & { readonly found: readonly string[] }> {
  const found: Found[] = [];
  const bytes = (async function* statement() {
    yield Buffer.from(text);
  })();
  const done = await reconcile({
    eventStore: store,
    factOf: side === 'vendor' ? attemptsAt(VENDOR) : fundingsBy('monnify'),
    statement: readStatement(bytes, { side, name: 'statement' }),
    ...(period && { period }),
    onDifference: (difference) => found.push(difference),
  });
  expect(found).toHaveLength(done.differing);
  const named = found.map(
    ({ kind, ours, theirs }) => `${kind} ${ours?.reference ?? theirs?.reference ?? theirs?.vendorReference}`,
  );
  return { ...done, found: named.sort() };
}

const EVER: Period = { fromMs: 0, toMs: Infinity };
const HEAD = 'request_id,transaction_id,amount,status,date\n';
const line = (id: string, amount = '97.00', status = 'delivered', date = '2026-03-01 10:00'): string =>
  `ref-${id},,${amount},${status},${date}\n`;

describe('reconciling with a vendor', () => {
  it('finds no difference when both sides agree, for every ending', async () => {
    const store = new MemoryEventStore();
    for (const ends of ['delivered', 'failed', 'reversed', 'late', 'refunded', 'decided', 'partial'] as const)
      await given(store, { id: ends, ends });
    await given(store, { id: 'open' });
    await given(store, { id: 'elsewhere', ends: 'delivered', vendor: 4 });
    const text = HEAD + line('delivered') + line('late') + line('decided') + line('partial');
    const rest =
      line('failed', '97', 'failed') + line('reversed', '0', 'Reversed') + line('open', '97', 'processing');
    expect(await reconciled(store, text + rest)).toMatchObject({
      found: [],
      lines: 7,
      agreed: {
        matched: { count: 4, ours: 38_800n, theirs: 38_800n },
        unsettled: { count: 1 },
        uncharged: { count: 3, ours: 0n, theirs: 0n },
      },
    });
    // Payments that the statement lacks were not charged.
    expect(await reconciled(store, text)).toMatchObject({ found: [], agreed: { uncharged: { count: 3 } } });
  });

  it('names every planted difference and nothing else', async () => {
    const store = new MemoryEventStore();
    for (let n = 0; n < 300; n += 1)
      await given(store, { id: `same-${n}`, ends: 'delivered', cost: String(9_000 + n) });
    for (const id of ['lost', 'kobo', 'waits', 'back', 'twice'] as const)
      await given(store, { id, ends: 'delivered' });
    await given(store, { id: 'open' });
    await given(store, { id: 'open-failed' });
    await given(store, { id: 'failed', ends: 'failed' });
    await given(store, { id: 'refunded', ends: 'refunded' });
    await given(store, { id: 'reversed', ends: 'reversed' });
    const same = Array.from({ length: 300 }, (_, n) => line(`same-${n}`, ((9_000 + n) / 100).toFixed(2)));
    const text =
      HEAD +
      same.reverse().join('') +
      line('extra', '50.01') +
      line('kobo', '97.01') +
      line('waits', '97', 'pending') +
      line('back', '97', 'refunded') +
      line('twice') +
      line('open') +
      line('open-failed', '0', 'failed') +
      line('failed') +
      line('refunded') +
      line('reversed') +
      line('twice');
    const done = await reconciled(store, text);
    expect(done.found).toEqual([
      'differentAmount ref-kobo',
      'givenBackThere ref-back',
      'missingHere ref-extra',
      'missingThere ref-lost',
      'openHere ref-open',
      'openHere ref-open-failed',
      'openThere ref-waits',
      'refundedHere ref-failed',
      'refundedHere ref-refunded',
      'repeated ref-twice',
      'reversedHere ref-reversed',
    ]);
    expect(done.differences).toMatchObject({
      missingHere: { count: 1, ours: 0n, theirs: 5_001n },
      missingThere: { count: 1, ours: 9_700n, theirs: 0n },
      differentAmount: { count: 1, ours: 9_700n, theirs: 9_701n },
      repeated: { count: 1, ours: 9_700n, theirs: 19_400n },
    });
    // Agreed and differing amounts add up to all money on both sides, to the kobo.
    const sums = [done.agreed.matched, ...DIFFERENCES.map((kind) => done.differences[kind])];
    const booked = Array.from({ length: 300 }, (_, n) => BigInt(9_000 + n)).reduce(
      (sum, kobo) => sum + kobo,
      0n,
    );
    expect(sums.reduce((sum, { ours }) => sum + ours, 0n)).toBe(booked + 5n * 9_700n);
    expect(sums.reduce((sum, { theirs }) => sum + theirs, 0n)).toBe(booked + 5_001n + 9_701n + 6n * 9_700n);
  });

  it('combines a charge and its reversal, and counts a double charge reversed once as one', async () => {
    const store = new MemoryEventStore();
    for (const id of ['reversed', 'twice-once-back'] as const)
      await given(store, { id, ends: id === 'reversed' ? 'reversed' : 'delivered' });
    const back = (id: string): string => line(id, '97', 'reversed');
    const text = HEAD + line('reversed') + back('reversed') + line('twice-once-back').repeat(2);
    expect((await reconciled(store, text + back('twice-once-back'))).found).toEqual([]);
    expect((await reconciled(store, text)).found).toEqual(['repeated ref-twice-once-back']);
  });

  it.each([
    ['two columns', 'Reference,Debit,Credit,Balance', ',97.00,,0', ',,97.00,0'],
    ['a direction', 'Reference,Amount,Type', ',97.00,DEBIT', ',97.00,CREDIT'],
    ['signs', 'Reference,Amount,Balance', ',-97.00,0', ',97.00,0'],
  ])('takes money back by %s for a reversal, not for a second charge', async (_what, head, out, back) => {
    const store = new MemoryEventStore();
    await given(store, { id: 'kept', ends: 'delivered' });
    await given(store, { id: 'reversed', ends: 'reversed' });
    const text = [head, `ref-kept${out}`, `ref-reversed${out}`, `ref-reversed${back}`, ''].join('\n');
    expect(await reconciled(store, text, { period: EVER })).toMatchObject({
      found: [],
      agreed: { matched: { count: 1, theirs: 9_700n }, uncharged: { count: 1 } },
    });
  });

  it('matches by the vendor’s references when the statement has none of ours', async () => {
    const store = new MemoryEventStore();
    await given(store, { id: 'told', ends: 'delivered', theirs: '700001' });
    await given(store, { id: 'untold' });
    const text = 'id,amount,status\n700001,97,successful\n700002,97,successful\n';
    expect((await reconciled(store, text, { period: EVER })).found).toEqual(['missingHere 700002']);
  });

  it('compares whole Lagos days of the statement or of the given period', async () => {
    const store = new MemoryEventStore();
    // 00:30 in Lagos on 2 March.
    await given(store, { id: 'next-day', ends: 'delivered', at: '2026-03-01T23:30:00.000Z' });
    await given(store, { id: 'early', ends: 'delivered', at: '2026-03-01T05:00:00.000Z' });
    // Our time is just before midnight, the vendor's just after.
    await given(store, { id: 'edge', ends: 'delivered', at: '2026-02-28T22:59:59.999Z' });
    const text = HEAD + line('edge', '97', 'delivered', '2026-03-01 00:00:01');
    expect((await reconciled(store, text)).found).toEqual(['missingThere ref-early']);
    const toMs = Date.parse('2026-03-02T23:00:00.000Z');
    expect((await reconciled(store, text, { period: { toMs } })).found).toEqual([
      'missingThere ref-early',
      'missingThere ref-next-day',
    ]);
    const [fromMs, untilMs] = [
      Date.parse('2026-03-04T23:00:00.000Z'),
      Date.parse('2026-03-05T23:00:00.000Z'),
    ];
    const later = await reconciled(store, text, { period: { fromMs, toMs: untilMs } });
    expect(later).toMatchObject({ found: [], agreed: { matched: { count: 0 } } });
    expect((await reconciled(store, 'reference,amount\n', { period: EVER })).found).toHaveLength(3);
  });

  it('compares nothing while neither the statement nor a period says the days', async () => {
    const store = new MemoryEventStore();
    await given(store, { id: 'one', ends: 'delivered' });
    await expect(reconciled(store, `${HEAD}${line('one')}ref-two,,97,delivered,\n`)).rejects.toThrow(
      'line 3 has no date, so the days to compare are unknown: say --from and --to',
    );
    await expect(reconciled(store, HEAD)).rejects.toThrow('the statement has no payment, so the days');
    expect((await reconciled(store, HEAD, { period: { fromMs: 0 } })).period).toEqual(EVER);
  });

  it('expects nothing that happened after the statement was requested', async () => {
    const store = new MemoryEventStore();
    await given(store, { id: 'before', ends: 'delivered' });
    const found: Found[] = [];
    const done = await reconcile({
      eventStore: store,
      factOf: attemptsAt(VENDOR),
      statement: (async function* meanwhile() {
        yield* [];
        await given(store, { id: 'meanwhile', ends: 'delivered' });
      })(),
      period: EVER,
      onDifference: (difference) => found.push(difference),
    });
    expect(found.map(({ ours }) => ours?.reference)).toEqual(['ref-before']);
    expect(done.agreed.unsettled.count).toBe(1);
  });

  it('removes its files, also after a failure', async () => {
    const left = (): number => readdirSync(tmpdir()).filter((name) => name.startsWith(`reconcile-`)).length;
    const store = new MemoryEventStore();
    await given(store, { id: 'one', ends: 'delivered' });
    const before = left();
    await reconciled(store, HEAD + line('one'));
    await expect(reconciled(store, HEAD + line('one', 'x'))).rejects.toThrow('line 2, column "amount"');
    expect(left()).toBeLessThanOrEqual(before);
  });
});

describe('reconciling with a PSP', () => {
  const told = (store: MemoryEventStore, reference: string, ...types: readonly string[]): Promise<void> =>
    put(
      store,
      `funding-monnify-${reference}`,
      ...types.map(
        (type) =>
          [
            type,
            {
              provider: 'monnify',
              transactionReference: reference,
              by: 'webhook',
              accountReference: 'ada-1',
              paid: '500000',
              settled: '495000',
              userId: 'ada',
              reason: 'test',
            },
          ] as const,
      ),
    );

  it('compares incoming payments and ignores later disputes', async () => {
    const store = new MemoryEventStore();
    await told(store, 'm|1', 'FundingReported', 'FundingVerified');
    await told(store, 'm|2', 'FundingReported', 'FundingUnmatched', 'ChargebackClaimed');
    await told(store, 'm|3', 'FundingReported');
    await told(store, 'm|4', 'FundingReported', 'FundingRejected');
    await told(store, 'm|5', 'FundingVerified');
    await told(store, 'm|6', 'FundingVerified');
    const rows = ['m|1,5000,PAID', 'm|2,5000.00,PAID', 'm|3,5000,PAID', 'm|4,5000,PAID', 'm|5,4999.99,PAID'];
    const text = ['Transaction Reference,Amount Paid,Payment Status', ...rows, 'm|7,1,PAID', ''].join('\n');
    expect(await reconciled(store, text, { side: 'psp', period: EVER })).toMatchObject({
      found: [
        'differentAmount m|5',
        'missingHere m|7',
        'missingThere m|6',
        'openHere m|3',
        'refundedHere m|4',
      ],
      agreed: { matched: { count: 2, ours: 1_000_000n, theirs: 1_000_000n } },
    });
  });

  it('adds the later parts of an incoming payment to it, also when the first is assigned after them', async () => {
    const store = new MemoryEventStore();
    await told(store, 'm|1', 'FundingReported', 'FundingUnmatched');
    for (const part of [2, 3]) await told(store, `m|1 (part ${part})`, 'FundingUnmatched');
    await told(store, 'm|1 (part 2)', 'FundingVerified');
    await told(store, 'm|1', 'FundingVerified');
    const text = 'Transaction Reference,Amount Paid,Payment Status\nm|1,15000,PAID\n';
    expect(await reconciled(store, text, { side: 'psp', period: EVER })).toMatchObject({
      found: [],
      agreed: { matched: { count: 1, ours: 1_500_000n, theirs: 1_500_000n } },
    });
  });
});
