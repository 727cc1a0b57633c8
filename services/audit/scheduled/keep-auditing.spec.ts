import { describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { put } from '../testing/tampered-event-store.js';
import { AUDITS_STREAM, lastAudit, type LedgerAudited } from './audit.events.js';
import { auditFacts, auditNotes, AuditReader, nextAuditAt } from './audit-reader.js';
import { keepAuditing } from './keep-auditing.js';

const EVERY = 60_000;
const FIRST_AFTER = EVERY / 2;
const FOUND: LedgerAudited = {
  startedAt: '2026-03-01T09:00:00.000Z',
  position: 7,
  drift: 0,
  drifting: [],
  lines: [],
  unexplained: '0',
  problems: 0,
  unfinished: null,
};

/** Lets `keepAuditing` look `count` times, a quarter of the audit interval apart. */
async function looks(
  count: number,
  {
    store = new MemoryEventStore(),
    ...more
  }: Partial<Parameters<typeof keepAuditing>[0]> & { store?: MemoryEventStore },
): Promise<{
  readonly audits: number;
  readonly faults: readonly string[];
  readonly store: MemoryEventStore;
}> {
  const stop = new AbortController();
  let [audits, asked] = [0, 0];
  const faults: string[] = [];
  await keepAuditing({
    store,
    everyMs: EVERY,
    firstAfterMs: FIRST_AFTER,
    signal: stop.signal,
    lookMs: 0,
    now: () => Date.parse('2026-03-01T09:00:00.000Z') + (asked * EVERY) / 4,
    elapsed: () => (asked * EVERY) / 4,
    onFault: (fault) => faults.push(String(fault)),
    ...more,
    audit: async (signal) => {
      audits += 1;
      return more.audit ? more.audit(signal) : FOUND;
    },
    inOffice: () => {
      asked += 1;
      if (asked > count) stop.abort();
      return !stop.signal.aborted && (more.inOffice?.() ?? true);
    },
  });
  return { audits, faults, store };
}

describe('scheduled audits', () => {
  it('start soon after the process when there is none, then keep their interval', async () => {
    expect(await looks(1, {})).toMatchObject({ audits: 0 });
    expect(await looks(2, {})).toMatchObject({ audits: 1 });
    const { audits, faults, store } = await looks(10, {});
    expect([audits, faults]).toEqual([3, []]);
    expect(await store.readStream(AUDITS_STREAM)).toHaveLength(3);
    expect(await lastAudit(store)).toEqual({ ...FOUND, at: '2026-03-01T09:02:30.000Z' });
  });

  it('start soon after the process when the last is old, but not again after each restart', async () => {
    const store = new MemoryEventStore();
    await put(store, AUDITS_STREAM, ['LedgerAudited', { ...FOUND }, '2026-02-27T09:00:00.000Z']);
    expect(await looks(1, { store })).toMatchObject({ audits: 0 });
    expect(await looks(2, { store })).toMatchObject({ audits: 1 });
    // Processes that restart find a stored audit less than a minute old.
    for (let starts = 0; starts < 3; starts += 1)
      expect(await looks(5, { store })).toMatchObject({ audits: 0 });
    expect(await store.readStream(AUDITS_STREAM)).toHaveLength(2);
  });

  it('run although the last is dated days ahead, and keep their interval afterwards', async () => {
    const store = new MemoryEventStore();
    await put(store, AUDITS_STREAM, ['LedgerAudited', { ...FOUND }, '2026-03-09T09:00:00.000Z']);
    expect(await looks(2, { store })).toMatchObject({ audits: 1 });
    // The clock is corrected while the process runs.
    let ahead = 9 * 86_400_000;
    const start = Date.parse('2026-03-01T09:10:00.000Z');
    const now = (): number => start + ahead;
    const inOffice = (): boolean => ((ahead = 0), true);
    expect(await looks(6, { store, now, inOffice })).toMatchObject({ audits: 1 });
  });

  it('count audits of other processes and are left to the process in office', async () => {
    const store = new MemoryEventStore();
    await put(store, AUDITS_STREAM, ['LedgerAudited', { ...FOUND }, '2026-03-01T09:00:45.000Z']);
    expect(await looks(6, { store })).toMatchObject({ audits: 0 });
    expect(await looks(7, { store })).toMatchObject({ audits: 1 });
    expect(await looks(12, { inOffice: () => false })).toMatchObject({ audits: 0 });
  });

  it('store nothing when another process stored an audit meanwhile', async () => {
    const store = new MemoryEventStore();
    const audit = async (): Promise<LedgerAudited> => {
      await put(store, AUDITS_STREAM, ['LedgerAudited', { ...FOUND, drift: 1 }, '2026-03-01T09:01:00.000Z']);
      return FOUND;
    };
    expect(await looks(5, { store, audit })).toMatchObject({ audits: 1, faults: [] });
    expect(await store.readStream(AUDITS_STREAM)).toHaveLength(1);
  });

  it('report a fault and wait an interval before the next try', async () => {
    const audit = () => Promise.reject(new Error('no thread'));
    const { audits, faults, store } = await looks(6, { audit });
    expect([audits, faults]).toEqual([2, ['Error: no thread', 'Error: no thread']]);
    expect(await lastAudit(store)).toBeUndefined();
  });
});

describe('the last audit', () => {
  it('is reported in numbers and notes', () => {
    const at = '2026-03-01T09:00:00.000Z';
    const [now, day] = [Date.parse(at) + 5_000, 86_400_000];
    expect(Object.values(auditFacts(undefined, day, 0))).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      86_400,
    ]);
    expect(auditNotes(undefined, day, now)).toEqual([]);
    expect(auditNotes({ ...FOUND, at }, day, now)).toEqual([]);
    expect(nextAuditAt(undefined, day)).toBeNull();
    expect(nextAuditAt({ ...FOUND, at }, day)).toBe('2026-03-02T09:00:00.000Z');
    const bad = { ...FOUND, at, drift: 2, unexplained: '150', problems: null, unfinished: 'away' };
    expect(auditFacts(bad, day, now)).toEqual({
      drift: 2,
      unexplained_naira: 1.5,
      verify_problems: null,
      audit_position: 7,
      audit_unfinished: 1,
      audit_age_seconds: 5,
      audit_every_seconds: 86_400,
    });
    expect(auditNotes(bad, day, now)).toEqual([
      'the audit at event 7 found drift 2, 150 kobo unexplained',
      'the audit at event 7 could not finish: away',
    ]);
  });

  it('is reported as overdue after two intervals', () => {
    const at = '2026-03-01T09:00:00.000Z';
    const notesAfter = (ms: number) => auditNotes({ ...FOUND, at }, EVERY, Date.parse(at) + ms);
    expect(notesAfter(2 * EVERY)).toEqual([]);
    expect(notesAfter(2 * EVERY + 1)).toEqual([
      'the last audit is of 2026-03-01T09:00:00.000Z, and another one was due at 2026-03-01T09:01:00.000Z: the log of the server, or of the projector, says why there is none',
    ]);
  });

  it('is answered from the cache while the event store is unavailable', async () => {
    const store = new MemoryEventStore();
    let away = false;
    const reader = new AuditReader(
      {
        readStream: (stream, options) =>
          away ? Promise.reject(new Error('away')) : store.readStream(stream, options),
      },
      EVERY,
    );
    expect(await reader.latest()).toBeUndefined();
    await put(store, AUDITS_STREAM, ['LedgerAudited', { ...FOUND }]);
    expect(reader.known()).toBeUndefined();
    expect(await reader.latest()).toMatchObject(FOUND);
    away = true;
    expect(await reader.latest()).toMatchObject(FOUND);
    expect(reader.known()).toMatchObject(FOUND);
  });
});
