import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mintVtpassReference } from '../../vendors/vtpass/vtpass.client.js';
import { attemptOf, attemptPart, derivedId, purchaseReference } from './references.js';

const UUID5 = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const id = fc
  .tuple(fc.uuid(), fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/))
  .map(([of, name]) => derivedId(of, name));

describe('ids and references', () => {
  it('derives equal ids from equal pairs only', () => {
    expect(derivedId('ada', 'key-1')).toMatch(UUID5);
    expect(derivedId('ada', 'key-1')).toBe(derivedId('ada', 'key-1'));
    expect(
      new Set([derivedId('ada', 'key-1'), derivedId('ada', 'key-2'), derivedId('bob', 'key-1')]).size,
    ).toBe(3);
  });

  it('derives the fixed ids and references of old purchases', () => {
    expect(derivedId('ada', 'key-1')).toBe('d8946b6c-ef2e-5a67-8e58-e6a11b902181');
    expect(purchaseReference('0b6ad1f4-2f2c-5b39-8d0e-9f1c5a7e4d21')).toBe('NL1DND3X1F5HDKK38E');
    expect(purchaseReference('ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe('NLZZZZZZZZZZZZZZZZ');
  });

  it('reads the purchase and the attempt from a vendor reference', () =>
    fc.assert(
      fc.property(
        id,
        fc.integer({ min: 1, max: 99 }),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true }),
        (purchaseId, attempt, now) => {
          const reference = mintVtpassReference(now, now, attemptPart(purchaseId, attempt));
          expect(reference).toMatch(/^\d{12}[A-Za-z0-9]{24}$/);
          expect(attemptOf(reference)).toEqual({ purchaseId, attempt });
        },
      ),
    ));

  it.each(['ffffffff-ffff-ffff-ffff-ffffffffffff', '00000000-0000-0000-0000-000000000000'])(
    'encodes %s',
    (purchaseId) =>
      expect(attemptOf(`202603011000${attemptPart(purchaseId, 1)}`)).toEqual({ purchaseId, attempt: 1 }),
  );

  it.each([
    '',
    '202603011000',
    'short01',
    `202603011000${'z'.repeat(22)}01`,
    `202603011000${'0'.repeat(22)}x1`,
    `202603011000${'-'.repeat(22)}01`,
  ])('reads nothing from %j', (reference) => expect(attemptOf(reference)).toBeUndefined());

  it('gives customers a reference of 18 characters without ambiguous letters', () =>
    fc.assert(
      fc.property(id, id, (one, other) => {
        expect(purchaseReference(one)).toMatch(/^NL[0-9A-HJKMNP-TV-Z]{16}$/);
        expect(purchaseReference(one) === purchaseReference(other)).toBe(
          one.slice(0, 24) === other.slice(0, 24),
        );
      }),
    ));
});
