import { describe, expect, it } from '@jest/globals';
import { mintVtpassReference } from './vtpass.client.js';

const UUID = '0196a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

describe('a VTpass request id', () => {
  it.each([
    ['2026-01-01T11:30:00Z', '202601011230'],
    ['2026-01-01T22:59:59Z', '202601012359'],
    ['2026-01-01T23:00:00Z', '202601020000'],
    ['2025-12-31T23:30:00Z', '202601010030'],
  ])('of a purchase accepted at %s and sent at once begins with the Lagos minute %s', (now, minute) => {
    const reference = mintVtpassReference(new Date(now), new Date(now), UUID);
    expect(reference).toBe(`${minute}c3d47e5f8a9b0c1d2e3f4a5b`);
    expect(reference).toMatch(/^\d{12}[a-z0-9]{24}$/);
  });

  it.each([
    ['later on the day of the acceptance', '2026-01-01T22:59:59Z', '202601011230'],
    ['at the next midnight', '2026-01-01T23:00:00Z', '202601020000'],
    ['days later', '2026-01-05T09:17:00Z', '202601050000'],
    ['by a clock that was set back a day', '2025-12-31T11:30:00Z', '202601011230'],
  ])('is the same for every time of the day when it is sent %s', (_, now, minute) => {
    const reference = mintVtpassReference(new Date('2026-01-01T11:30:00Z'), new Date(now), UUID);
    expect(reference.slice(0, 12)).toBe(minute);
  });
});
