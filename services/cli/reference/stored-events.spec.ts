import { describe, expect, it } from '@jest/globals';
import { firstStoredBy, type StoredEvents, unreadable } from './stored-events.js';

const release: StoredEvents = {
  events: {
    Paid: { amount: 'string', by: "'card' | 'cash'", note: 'string?', lines: 'Line[]', kind: 'Kind' },
  },
  shapes: { Line: { account: 'string', text: 'string?' }, Kind: ["'a'", "'b'", "'c'"] },
};
/** `release` with other fields of `Paid` and other shapes. */
const changed = (fields: Record<string, string>, shapes: StoredEvents['shapes'] = {}): StoredEvents => ({
  events: { ...release.events, Paid: { ...release.events['Paid'], ...fields } },
  shapes: { ...release.shapes, ...shapes },
});
const without = (field: string): StoredEvents => {
  const { [field]: _, ...fields } = release.events['Paid']!;
  return { ...release, events: { Paid: fields } };
};

describe('events that an earlier release stored', () => {
  it.each<[string, StoredEvents]>([
    ['nothing changed', release],
    ['an event is new', { ...release, events: { ...release.events, Refunded: { amount: 'string' } } }],
    ['a new field is optional', changed({ tip: 'string?' })],
    ['a field became optional', changed({ amount: 'string?' })],
    ['a union has one more alternative', changed({ by: "'card' | 'cash' | 'cheque'" })],
    ['a named union has one more alternative', changed({}, { Kind: ["'a'", "'b'", "'c'", "'d'"] })],
    [
      'a shape has a new optional field',
      changed({}, { Line: { account: 'string', text: 'string?', at: 'string?' } }),
    ],
    [
      'a shape has another name',
      changed({ lines: 'Row[]' }, { Row: { account: 'string', text: 'string?' } }),
    ],
    [
      'one shape became a union with another',
      changed({ lines: '(Line | Other)[]' }, { Other: { id: 'string' } }),
    ],
  ])('are readable when %s', (_, now) => {
    expect(unreadable(release, now)).toEqual([]);
  });

  it.each<[string, StoredEvents, string]>([
    ['an event is gone', { ...release, events: {} }, 'Paid is gone'],
    ['a field is gone', without('amount'), 'Paid.amount is gone: keep it as an optional field'],
    [
      'a new field is required',
      changed({ tip: 'string' }),
      'Paid.tip is new and must be optional: stored events lack it',
    ],
    [
      'an optional field became required',
      changed({ note: 'string' }),
      'Paid.note must stay optional: stored events lack it',
    ],
    ['a field has another type', changed({ amount: 'number' }), 'Paid.amount was string and is number'],
    ['a union lost an alternative', changed({ by: "'card'" }), "Paid.by was 'card' | 'cash' and is 'card'"],
    [
      'a named union lost an alternative',
      changed({}, { Kind: ["'a'", "'b'"] }),
      'Paid.kind was Kind and is another type of that name',
    ],
    [
      'a shape has a new required field',
      changed({}, { Line: { account: 'string', text: 'string?', at: 'string' } }),
      'Paid.lines was Line[] and is another type of that name',
    ],
    [
      'a shape lost a field',
      changed({}, { Line: { account: 'string' } }),
      'Paid.lines was Line[] and is another type of that name',
    ],
  ])('are named when %s', (_, now, reason) => {
    expect(unreadable(release, now)).toEqual([reason]);
  });
});

it('an event type has the release that first stored it, or else the version of this build', () => {
  const storing = (...types: readonly string[]): StoredEvents => ({
    events: Object.fromEntries(types.map((type) => [type, {}])),
    shapes: {},
  });
  const releases = [
    { release: '0.10.0', types: storing('Paid', 'Held', 'Lifted') },
    { release: '0.9.0', types: storing('Paid', 'Held') },
    { release: '0.2.0', types: storing('Paid') },
  ];
  const now = storing('Paid', 'Held', 'Lifted', 'Newest', 'LedgerBegun', 'OldestVersionNamed');
  expect(firstStoredBy(releases, now, '0.11.0')).toContain(`{
  Held: '0.9.0',
  Lifted: '0.10.0',
  Newest: '0.11.0',
};`);
});
