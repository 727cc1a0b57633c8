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

  it('given codes, each is there until what it was for has happened', () => {
    const code = (purpose: 'email' | 'recovery' | 'pin', codeId: string): UserEvent =>
      fact('CodeIssued', { userId: 'u1', purpose, codeId, expiresAt: '2026-01-02T03:14:05.000Z' }, story);
    const events: UserEvent[] = [
      registered,
      ...[code('email', 'e1'), code('recovery', 'r1'), code('pin', 'p1'), code('recovery', 'r2')],
    ];
    const codesAfter = (...more: UserEvent[]) =>
      foldUser([...events, ...more], open)?.codes?.map(({ codeId }) => codeId);
    expect(codesAfter()).toEqual(['e1', 'r1', 'p1', 'r2']);
    expect(codesAfter(fact('EmailVerified', { userId: 'u1' }, story))).toEqual(['r1', 'p1', 'r2']);
    const password = { userId: 'u1', how: 'recovery', sealed: '{"passwordHash":"h2"}' } as const;
    expect(codesAfter(fact('PasswordChanged', password, story))).toEqual(['e1', 'p1']);
    const pin = { userId: 'u1', how: 'old', sealed: '{"pinMac":"m2"}' } as const;
    expect(codesAfter(fact('PinChanged', pin, story))).toEqual(['e1', 'r1', 'r2']);
    const many = Array.from({ length: 40 }, (_, index) => code('email', `more${index}`));
    expect(codesAfter(...many)).toHaveLength(12);
  });

  it('given changes of what they said, the last of each counts', () => {
    const beneficiary = (beneficiaryId: string, name: string): UserEvent => {
      const kept = { service: 'airtime', recipient: '0803', name, provider: '1', kind: '' };
      return fact('BeneficiarySaved', { userId: 'u1', beneficiaryId, sealed: JSON.stringify(kept) }, story);
    };
    const profile = { firstName: 'Adaeze', lastName: 'Eze', phone: '0805' };
    const notices = { delivered: false, refunded: true };
    const user = foldUser(
      [
        registered,
        fact('ProfileChanged', { userId: 'u1', sealed: JSON.stringify(profile) }, story),
        ...[beneficiary('b1', 'Home'), beneficiary('b2', 'Mum'), beneficiary('b1', 'House')],
        fact('BeneficiaryRemoved', { userId: 'u1', beneficiaryId: 'b2' }, story),
        fact('NoticeSettingsChanged', { userId: 'u1', notices }, story),
        fact('RegistrationRepeated', { userId: 'u1' }, story),
      ],
      open,
    );
    expect(user).toMatchObject({ ...profile, email: 'ada@example.test', notices });
    expect(user?.beneficiaries).toMatchObject([{ id: 'b1', name: 'House' }]);
  });

  it('given that they were forgotten, there is nobody, key or no key', () => {
    const forgotten: UserEvent = fact('PersonForgotten', { userId: 'u1' }, story);
    expect(foldUser([registered, forgotten], open)).toBeUndefined();
    expect(
      foldUser([registered, forgotten, fact('EmailVerified', { userId: 'u1' }, story)], open),
    ).toBeUndefined();
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
