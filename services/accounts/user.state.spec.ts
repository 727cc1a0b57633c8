import { describe, expect, it } from '@jest/globals';
import type { UserEvent } from './user.events.js';
import { foldUser } from './user.state.js';
import { fact, systemStory } from './write-stream.js';

const story = systemStory(new Date('2026-01-02T03:04:05Z'));
const open = (sealed: string): Record<string, unknown> => JSON.parse(sealed) as Record<string, unknown>;
const personal = {
  firstName: 'Ada',
  lastName: 'Obi',
  email: 'ada@example.test',
  phone: '0803',
  passwordHash: 'h',
};
const registered: UserEvent = fact(
  'UserRegistered',
  { userId: 'u1', role: 'user', tier: 'regular', sealed: JSON.stringify(personal) },
  story,
);
const account = { bankCode: '1', bankName: 'Bank', accountNumber: '0123456789', accountName: 'Ada' };
const reserved = (accountReference: string): UserEvent =>
  fact(
    'AccountReserved',
    { userId: 'u1', provider: 'monnify', accountReference, sealed: JSON.stringify({ accounts: [account] }) },
    story,
  );

describe('what has happened to a person', () => {
  it('given nothing, there is nobody', () => {
    expect(foldUser([], open)).toBeUndefined();
  });

  it('given a registration, somebody without PIN, token or verified email', () => {
    expect(foldUser([registered], open)).toEqual({
      ...personal,
      ...{ userId: 'u1', role: 'user', tier: 'regular', emailVerified: false, reservedAccounts: [] },
    });
  });

  it('given everything after it, all of it shows', () => {
    const events: UserEvent[] = [
      registered,
      fact('EmailVerified', { userId: 'u1' }, story),
      fact('PinSet', { userId: 'u1', sealed: '{"pinMac":"mac"}' }, story),
      fact('ApiTokenIssued', { userId: 'u1', tokenDigest: 'one', lastFour: '1111' }, story),
      fact('ApiTokenIssued', { userId: 'u1', tokenDigest: 'two', lastFour: '2222' }, story),
      fact('TierChanged', { userId: 'u1', tier: 'affiliate' }, story),
      reserved('r1'),
    ];
    expect(foldUser(events, open)).toMatchObject({
      ...{
        emailVerified: true,
        pinMac: 'mac',
        apiTokenDigest: 'two',
        apiTokenLastFour: '2222',
        tier: 'affiliate',
      },
      reservedAccounts: [{ provider: 'monnify', accountReference: 'r1', accounts: [account] }],
    });
  });

  it('given the same account reserved twice, it is held once', () => {
    expect(
      foldUser([registered, reserved('r1'), reserved('r1'), reserved('r2')], open)?.reservedAccounts,
    ).toHaveLength(2);
  });

  it('given a key that is gone, there is nobody', () => {
    expect(
      foldUser([registered, fact('EmailVerified', { userId: 'u1' }, story)], () => undefined),
    ).toBeUndefined();
  });
});
