import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppendOutcomeUnknown, type EventStore } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { EmbeddedLimits } from '../../../infra/limits/embedded-limits.js';
import { problemEvent, problemStream } from '../purchase.events.js';
import { ReportProblem, ReportProblemHandler, type TellsOfProblem } from './report-problem.handler.js';

const NOW = new Date('2026-03-10T08:00:00.000Z');
const context = { actor: { kind: 'user', id: 'ada' }, correlationId: 'c', now: NOW } as const;
const TOLD: TellsOfProblem = {
  purchaseId: 'p1',
  reference: 'REF-p1',
  about: 'Pending',
  problem: 'not-received',
  words: 'Call 08031234567',
};
const vault = {
  loadKeys: () => undefined,
  seal: (person: string, value: object) => `sealed for ${person}: ${Object.keys(value).join()}`,
};

describe('a problem that a customer reports', () => {
  let store: MemoryEventStore;
  let limits: EmbeddedLimits;
  beforeEach(() => {
    store = new MemoryEventStore();
    const kept = { entries: () => [], put: async () => undefined, remove: async () => undefined };
    limits = new EmbeddedLimits(kept, () => NOW.getTime());
  });
  /** Reports from another process, which shares only the stores. */
  const report = (
    more: Partial<TellsOfProblem> = {},
    eventStore: Pick<EventStore, 'append' | 'readStream'> = store,
  ) =>
    new ReportProblemHandler(eventStore, vault, limits).execute(
      new ReportProblem('ada', { ...TOLD, ...more }, context),
    );
  const stored = async (purchaseId = 'p1') => store.readStream(problemStream(purchaseId));

  it('is stored with its reporter, and with the text sealed', async () => {
    expect(await report()).toEqual({ before: false });
    const [event] = await stored();
    expect(event).toMatchObject({ actor: { kind: 'user', id: 'ada' }, at: NOW.toISOString() });
    expect(problemEvent(event!)?.data).toEqual({
      userId: 'ada',
      purchaseId: 'p1',
      reference: 'REF-p1',
      about: 'Pending',
      problem: 'not-received',
      sealed: 'sealed for ada: words',
    });
    expect(JSON.stringify(event)).not.toContain('08031234567');
    await report({ purchaseId: 'p2', words: '' });
    expect((await stored('p2'))[0]!.data).not.toHaveProperty('sealed');
  });

  it('is stored once for repeated taps through any process, also with another text', async () => {
    const taps = await Promise.all([report(), report(), report({ problem: 'other', words: 'Where is it?' })]);
    expect(taps.filter(({ before }) => !before)).toHaveLength(1);
    expect(await report()).toEqual({ before: true });
    expect(await stored()).toHaveLength(1);
  });

  it('is stored once when the answer was lost', async () => {
    const losing: Pick<EventStore, 'append' | 'readStream'> = {
      readStream: (stream, options) => store.readStream(stream, options),
      append: async (...args) => {
        await store.append(...args);
        throw new AppendOutcomeUnknown('lost');
      },
    };
    await expect(report({}, losing)).rejects.toThrow(AppendOutcomeUnknown);
    expect(await stored()).toHaveLength(1);
    expect(await report()).toEqual({ before: true });
    expect(await stored()).toHaveLength(1);
  });

  it('may be reported again under another status, and a late repeat adds nothing', async () => {
    await report();
    expect(await report({ about: 'Successful' })).toEqual({ before: false });
    expect(await report()).toEqual({ before: true });
    expect((await stored()).map((event) => problemEvent(event)?.data.about)).toEqual([
      'Pending',
      'Successful',
    ]);
  });

  it('is refused after ten in an hour, while a repeat is not', async () => {
    for (let n = 0; n < 10; n += 1) await report({ purchaseId: `p${n}` });
    await expect(report({ purchaseId: 'p10' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await stored('p10')).toEqual([]);
    expect(await report({ purchaseId: 'p9' })).toEqual({ before: true });
  });
});
