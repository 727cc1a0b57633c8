import { afterEach, describe, expect, it } from '@jest/globals';
import { ADMINISTRATORS_CHANNEL } from '../../infra/live/live-hub.js';
import { GivenEvents } from '../testing/given-events.js';
import { readModelsOf, type ReadModels } from '../testing/read-models-of.js';
import { ListUnmatched, ListUnmatchedHandler } from './unmatched.query.js';

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
});
