import { afterEach, describe, expect, it } from '@jest/globals';
import { ADMINISTRATORS_CHANNEL } from '../../infra/live/live-hub.js';
import { transactionByReference } from '../history/history.query.js';
import { GivenEvents } from '../testing/given-events.js';
import { type ReadModels, readModelsOf } from '../testing/read-models-of.js';
import { newestReports, problemsOf } from './problem-reports.query.js';

const told = (purchaseId: string, words: string, userId = 'ada') => ({
  userId,
  purchaseId,
  reference: `REF-${purchaseId}`,
  about: 'Pending',
  problem: 'not-received',
  ...(words !== '' && { sealed: words }),
});
const report = (given: GivenEvents, purchaseId: string, words: string, more: object = {}): GivenEvents =>
  given.tell(`problem-${purchaseId}`, 'ProblemReported', { ...told(purchaseId, words), ...more } as never);

describe('reported problems', () => {
  let models: ReadModels;
  afterEach(() => models.close());
  const keys = new Set(['ada', 'obi']);
  const given = async (script: GivenEvents): Promise<void> => {
    keys.add('ada');
    models = await readModelsOf(script.events, {
      open: (person, sealed) => (keys.has(person) ? { words: sealed, recipient: '0803' } : undefined),
    });
  };
  const problems = (unmasked = true) => problemsOf(models.readStore, ['p1', 'p2', 'none'], unmasked);

  it('stand beside their purchase, with words masked without the permission', async () => {
    await given(report(report(new GivenEvents(), 'p1', 'Nothing came'), 'p2', ''));
    const p1 = {
      problem: 'not-received',
      words: 'Nothing came',
      transaction_status: 'Pending',
      reported_at: '2026-03-10T09:00:00.000+01:00',
    };
    expect([...(await problems()).keys()]).toEqual(['p1', 'p2']);
    expect((await problems()).get('p1')).toEqual(p1);
    expect((await problems(false)).get('p1')).toEqual({ ...p1, words: '***' });
    expect((await problems(false)).get('p2')).toMatchObject({ words: '' });
  });

  it('are announced to administrators and to the customer, whose receipt shows the newest', async () => {
    await given(new GivenEvents().accepted('ada', 'p1', 99_00n));
    const more = new GivenEvents('2026-03-11T08:00:00.000Z');
    report(more, 'p1', 'Nothing came');
    report(more, 'p1', 'Still nothing', { about: 'Successful' });
    await models.hear(more.events);
    const changes = models.committed.flatMap((committed) => committed.changes);
    expect(changes).toContainEqual({ userId: ADMINISTRATORS_CHANNEL, list: 'problems' });
    expect(changes).toContainEqual({ userId: 'ada', list: 'history' });
    const { readStore } = models;
    const shown = (userId: string) => transactionByReference({ readStore, userId, reference: 'REF-p1' });
    expect(await shown('ada')).toMatchObject({
      problem: { words: 'Still nothing', transaction_status: 'Successful' },
    });
    expect(await shown('obi')).toBeUndefined();
  });

  it('are listed per customer, newest first, and lose their words with the customer, also after a rebuild', async () => {
    const script = report(report(new GivenEvents(), 'p1', 'Nothing came'), 'p2', 'Nor this');
    await given(report(script, 'p3', 'Of another', { userId: 'obi' }));
    const { readStore } = models;
    const ids = async (userId: string, most = 10) =>
      (await newestReports({ readStore, userId, unmasked: true }, most)).map(({ id, words }) => [id, words]);
    expect(await ids('ada')).toEqual([
      ['p2', 'Nor this'],
      ['p1', 'Nothing came'],
    ]);
    expect(await ids('ada', 1)).toHaveLength(1);
    keys.delete('ada');
    await models.hear(new GivenEvents('2026-03-12T08:00:00.000Z').forgotten('ada').events);
    const after = async () => [...(await ids('ada')), ...(await ids('obi'))];
    const forgotten = [
      ['p2', ''],
      ['p1', ''],
      ['p3', 'Of another'],
    ];
    expect(await after()).toEqual(forgotten);
    expect(await models.running.rebuild('problem-reports')).toMatchObject({ differing: 0, swapped: true });
    expect(await after()).toEqual(forgotten);
  });
});
