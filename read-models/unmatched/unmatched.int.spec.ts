import { afterEach, describe, expect, it } from '@jest/globals';
import { ADMINISTRATORS_CHANNEL } from '../../infra/live/live-hub.js';
import { GivenEvents } from '../testing/given-events.js';
import { readModelsOf, type ReadModels } from '../testing/read-models-of.js';
import { ListUnmatched, ListUnmatchedHandler, oldestUnread } from './unmatched.query.js';

const STREAM = 'funding-monnify-1';
const PAYMENT = { provider: 'monnify', transactionReference: 'MNFY|1' };
const KOBO = { paid: '5000', settled: '4990' };
const LINE = { amount: '5000', bank: 'GTBank', reference: 'FT-1', evidence: 'mail' };
const IFE = { kind: 'admin', id: 'ife' } as const;
const arrived = () =>
  new GivenEvents().tell(STREAM, 'FundingUnmatched', {
    ...PAYMENT,
    ...KOBO,
    accountReference: 'NL-nobody',
    postings: [],
  });

describe('unmatched payments', () => {
  let models: ReadModels;
  afterEach(() => models.close());
  const rows = async (open = false, question: object = {}) =>
    (await new ListUnmatchedHandler(models.readStore).execute(new ListUnmatched(open, question))).rows;

  it('are open until assigned, and then show owner, administrator and reason', async () => {
    const given = arrived();
    models = await readModelsOf(given.events);
    expect(await rows(true)).toMatchObject([{ standing: 'open', amount: 5_000n, decided_by: null }]);
    await models.hear(
      new GivenEvents()
        .later(5)
        .by(IFE)
        .tell(STREAM, 'UnmatchedAssigned', {
          ...PAYMENT,
          ...KOBO,
          userId: 'ada',
          commandId: 'c',
          reason: 'Wrote',
          charge: '0',
          postings: [],
        }).events,
    );
    expect(models.committed.flatMap(({ changes }) => changes)).toContainEqual({
      userId: ADMINISTRATORS_CHANNEL,
      list: 'unmatched',
    });
    expect(await rows(true)).toEqual([]);
    expect(await rows(false, { search: 'nobody' })).toMatchObject([
      { standing: 'assigned', assigned_to: 'ada', decided_by: 'ife', reason: 'Wrote', bank: null },
    ]);
  });

  it('name the payment that is the same bank transfer', async () => {
    const of = { ...KOBO, accountReference: 'NL-1', postings: [] };
    const told = (reference: string, provider: string) =>
      ({
        ...PAYMENT,
        ...of,
        transactionReference: reference,
        sameTransferAs: { provider, transactionReference: 'R1' },
      }) as const;
    models = await readModelsOf(
      new GivenEvents()
        .tell(STREAM, 'FundingUnmatched', told('MNFY|1', 'paystack'))
        .tell('funding-monnify-2', 'FundingUnmatched', told('MNFY|2', 'hand'))
        .tell('funding-monnify-3', 'FundingUnmatched', {
          ...PAYMENT,
          ...of,
          transactionReference: 'MNFY|3',
          likely: { bank: 'GTBank', reference: 'FT1' },
        }).events,
    );
    expect((await rows(true)).map(({ reason }) => reason).toSorted()).toEqual([
      'Perhaps the same money as the credit by hand of GTBank FT1',
      'The same bank transfer as a credit by hand',
      'The same bank transfer as paystack R1',
    ]);
  });

  it('reopen when their return lapses, and end the same when rebuilt', async () => {
    const returned = { ...PAYMENT, ...LINE, commandId: 'c', reason: 'Unknown payer' };
    const given = arrived().by(IFE).tell(STREAM, 'UnmatchedReturnClaimed', returned);
    models = await readModelsOf(given.events);
    expect(await rows(false, { search: 'FT-1' })).toMatchObject([{ standing: 'returned', bank: 'GTBank' }]);
    await models.hear(
      new GivenEvents()
        .later(5)
        .tell(STREAM, 'UnmatchedReturnLapsed', { ...PAYMENT, commandId: 'c', why: 'Booked before' }).events,
    );
    expect(await rows(true)).toMatchObject([{ standing: 'open', bank: null, reason: null }]);
    expect(await models.running.rebuild('unmatched')).toMatchObject({ differing: 0 });
  });

  const unread = (given = new GivenEvents()) =>
    given.tell(STREAM, 'FundingUnread', {
      ...PAYMENT,
      accountReference: 'NL-1',
      field: 'amount',
      type: 'text',
      digest: 'd1',
    });
  const waiting = async () => (await rows(true)).filter((row) => row.unread);

  it('with an unread answer wait for a person, with the unread part, its type and the digest', async () => {
    models = await readModelsOf(unread().events);
    expect(await rows(true)).toMatchObject([
      {
        standing: 'open',
        unread: true,
        amount: 0n,
        account_reference: 'NL-1',
        unread_field: 'amount',
        unread_type: 'text',
        unread_digest: 'd1',
      },
    ]);
  });

  it.each<[string, 'FundingVerified' | 'FundingRejected', object, object]>([
    [
      'credited by a later answer',
      'FundingVerified',
      { ...KOBO, accountReference: 'NL-1', userId: 'ada', wasUnread: true },
      { standing: 'credited', amount: 5_000n, decided_by: null },
    ],
    [
      'dismissed by an administrator',
      'FundingRejected',
      { reason: 'Nothing came', commandId: 'c' },
      { standing: 'dismissed', reason: 'Nothing came', decided_by: 'ife' },
    ],
    [
      'rejected by a later answer',
      'FundingRejected',
      { reason: 'expired', wasUnread: true },
      { standing: 'dismissed', reason: null, decided_by: null },
    ],
  ])('with an unread answer end when they are %s', async (_, type, data, row) => {
    models = await readModelsOf(unread().events);
    await models.hear(
      new GivenEvents()
        .later(5)
        .by(IFE)
        .tell(STREAM, type, { ...PAYMENT, ...data } as never).events,
    );
    expect(await waiting()).toEqual([]);
    expect(await rows()).toMatchObject([row]);
    expect(await models.running.rebuild('unmatched')).toMatchObject({ differing: 0 });
  });

  it('with an unread answer give an alert the start of the longest wait', async () => {
    const other = { provider: 'monnify', transactionReference: 'MNFY|2', accountReference: '' };
    const rest = { field: 'status', type: 'text', digest: 'd2' } as const;
    models = await readModelsOf(arrived().events);
    expect(await oldestUnread(models.readStore)).toBeNull();
    const given = unread(new GivenEvents('2026-03-10T09:00:00.000Z'));
    await models.hear(given.tell('funding-monnify-2', 'FundingUnread', { ...other, ...rest }).events);
    expect(await oldestUnread(models.readStore)).toBe(Date.parse('2026-03-10T09:00:00.000Z'));
    const ended = { ...PAYMENT, reason: 'expired', wasUnread: true } as const;
    await models.hear(new GivenEvents().later(90).tell(STREAM, 'FundingRejected', ended).events);
    expect(await oldestUnread(models.readStore)).toBe(Date.parse('2026-03-10T09:01:00.000Z'));
  });

  it('with an amount that an administrator stated are assigned with it', async () => {
    models = await readModelsOf(unread().events);
    await models.hear(
      new GivenEvents()
        .later(5)
        .by(IFE)
        .tell(STREAM, 'FundingUnmatched', {
          ...PAYMENT,
          ...KOBO,
          accountReference: 'NL-1',
          wasUnread: true,
          postings: [],
        })
        .tell(STREAM, 'UnmatchedAssigned', {
          ...PAYMENT,
          ...KOBO,
          userId: 'ada',
          commandId: 'c',
          reason: 'Wrote',
          charge: '0',
          postings: [],
        })
        .tell(STREAM, 'FundingVerified', { ...PAYMENT, ...KOBO, accountReference: 'NL-1', userId: 'ada' })
        .events,
    );
    expect(await waiting()).toEqual([]);
    expect(await rows()).toMatchObject([{ standing: 'assigned', amount: 5_000n, decided_by: 'ife' }]);
    expect(await models.running.rebuild('unmatched')).toMatchObject({ differing: 0 });
  });

  it('credited or rejected without an unread answer have no row', async () => {
    const given = new GivenEvents()
      .tell(STREAM, 'FundingVerified', { ...PAYMENT, ...KOBO, accountReference: 'NL-1', userId: 'ada' })
      .tell(STREAM, 'FundingRejected', { ...PAYMENT, reason: 'expired' });
    models = await readModelsOf(given.events);
    expect(await rows()).toEqual([]);
  });
});
