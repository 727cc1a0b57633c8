import { describe, expect, it } from '@jest/globals';
import {
  evolve,
  finish,
  type Import,
  ImportRefused,
  plan,
  release,
  releasedOf,
  start,
} from './import.decider.js';
import type { ImportEvent } from './import.events.js';

const wanted = { importId: 'i', digest: 'd', customers: 2, total: '300', balanceDate: '2026-11-28' };
const after = (...facts: readonly { type: string; data: object; by?: string; id?: string }[]): Import =>
  facts.reduce<Import>(
    (so, { type, data, by = 'system', id = type }) =>
      evolve(so, { type, data, id, at: '2026-11-29T10:00:00.000Z', actor: { id: by } } as ImportEvent),
    {},
  );
const planned = { type: 'ImportPlanned', data: wanted, by: 'ada', id: 'p1' };
const released = {
  type: 'ImportReleased',
  data: { importId: 'i', planId: 'p1', plannedBy: 'ada' },
  by: 'bola',
};
const code = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof ImportRefused ? error.name : (error as { code?: string }).code;
  }
};

describe('an import', () => {
  it('is planned by one owner and released by another, never by one alone', () => {
    expect(plan(wanted, 'ada', {})).toEqual([{ type: 'ImportPlanned', data: wanted }]);
    expect(code(() => release('bola', {}))).toBe('ImportRefused');
    expect(code(() => release('ada', after(planned)))).toBe('APPROVAL_OWN');
    expect(release('bola', after(planned))).toEqual([
      { type: 'ImportReleased', data: { importId: 'i', planId: 'p1', plannedBy: 'ada' } },
    ]);
    expect(code(() => release('ada', after(planned, released)))).toBe('APPROVAL_OWN');
  });

  it('runs only when it is released', () => {
    expect(code(() => releasedOf({}))).toBe('ImportRefused');
    expect(code(() => releasedOf(after(planned)))).toBe('ImportRefused');
    expect(releasedOf(after(planned, released))).toMatchObject({
      releasedIn: 'ImportReleased',
      total: '300',
    });
  });

  it('may be planned again until the release, and a new plan needs a new release', () => {
    const other = { ...wanted, balanceDate: '2026-11-27' };
    expect(plan(wanted, 'ada', after(planned))).toEqual([]);
    const cutOvers = [{ provider: 'monnify', before: '2026-11-28T22:30:00.000Z' }];
    expect(plan(other, 'bola', after(planned))).toHaveLength(1);
    expect(plan({ ...wanted, cutOvers }, 'ada', after(planned))).toHaveLength(1);
    expect(code(() => plan(other, 'bola', after(planned, released)))).toBe('ImportRefused');
    expect(code(() => release('bola', after(planned, { ...planned, by: 'bola', id: 'p2' })))).toBe(
      'APPROVAL_OWN',
    );
  });

  it('stores nothing for a repeated step', () => {
    const started = { type: 'ImportStarted', data: { importId: 'i', backup: '/b' } };
    const finished = { importId: 'i', customers: 2, refused: 0 };
    expect(release('bola', after(planned, released))).toEqual([]);
    expect(start('i', '/c', after(planned, released, started))).toEqual([]);
    const done = after(planned, released, started, { type: 'ImportFinished', data: finished });
    expect(finish(finished, done)).toEqual([]);
    expect(finish({ ...finished, refused: 1 }, done)).toHaveLength(1);
  });
});
