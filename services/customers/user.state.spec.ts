import { describe, expect, it } from '@jest/globals';
import type { UserEvent } from './user.events.js';
import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import { foldUser, standingOf } from './user.state.js';
import { fact, systemContext } from '../../infra/event-store/event-context.js';

const context = systemContext(new Date('2026-01-02T03:04:05Z'));
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
  context,
);
const account = { bankCode: '1', bankName: 'Bank', accountNumber: '0123456789', accountName: 'Ada' };
const reserved = (accountReference: string): UserEvent =>
  fact(
    'AccountReserved',
    { userId: 'u1', provider: 'monnify', accountReference, sealed: JSON.stringify({ accounts: [account] }) },
    context,
  );

describe('foldUser', () => {
  it('without events gives no user', () => {
    expect(foldUser([], open)).toBeUndefined();
  });

  it('composes names, as the form that changes them does', () => {
    const names = { firstName: 'Ame\u0301lie', lastName: 'Zoe\u0308' };
    const sealed = JSON.stringify({ ...personal, ...names });
    const typed = fact('UserRegistered', { userId: 'u1', role: 'user', tier: 'regular', sealed }, context);
    const changed = fact('ProfileChanged', { userId: 'u1', sealed }, context);
    for (const events of [[typed], [registered, changed]])
      expect(foldUser(events, open)).toMatchObject({ firstName: 'Am\u00e9lie', lastName: 'Zo\u00eb' });
  });

  it('of a registration gives a user without PIN, token or verified email', () => {
    expect(foldUser([registered], open)).toEqual({
      ...personal,
      userId: 'u1',
      role: 'user',
      tier: 'regular',
      emailVerified: false,
      reservedAccounts: [],
      credentialEpoch: 0,
    });
  });

  it('keeps codes until they are used, at most 12', () => {
    const code = (purpose: 'email' | 'recovery' | 'pin', codeId: string): UserEvent =>
      fact('CodeIssued', { userId: 'u1', purpose, codeId, expiresAt: '2026-01-02T03:14:05.000Z' }, context);
    const events: UserEvent[] = [
      registered,
      code('email', 'e1'),
      code('recovery', 'r1'),
      code('pin', 'p1'),
      code('recovery', 'r2'),
    ];
    const codesAfter = (...more: UserEvent[]) =>
      foldUser([...events, ...more], open)?.codes?.map(({ codeId }) => codeId);
    expect(codesAfter()).toEqual(['e1', 'r1', 'p1', 'r2']);
    expect(codesAfter(fact('EmailVerified', { userId: 'u1' }, context))).toEqual(['r1', 'p1', 'r2']);
    const password = { userId: 'u1', how: 'recovery', sealed: '{"passwordHash":"h2"}' } as const;
    expect(codesAfter(fact('PasswordChanged', password, context))).toEqual(['e1', 'p1']);
    const pin = { userId: 'u1', how: 'old', sealed: '{"pinMac":"m2"}' } as const;
    expect(codesAfter(fact('PinChanged', pin, context))).toEqual(['e1', 'r1', 'r2']);
    const many = Array.from({ length: 40 }, (_, index) => code('email', `more${index}`));
    expect(codesAfter(...many)).toHaveLength(12);
  });

  it('keeps the latest profile, beneficiary and notice settings', () => {
    const beneficiary = (beneficiaryId: string, name: string): UserEvent => {
      const kept = { service: 'airtime', recipient: '0803', name, provider: '1', kind: '' };
      return fact('BeneficiarySaved', { userId: 'u1', beneficiaryId, sealed: JSON.stringify(kept) }, context);
    };
    const profile = { firstName: 'Adaeze', lastName: 'Eze', phone: '0805' };
    const notices = { delivered: false, refunded: true };
    const user = foldUser(
      [
        registered,
        fact('ProfileChanged', { userId: 'u1', sealed: JSON.stringify(profile) }, context),
        beneficiary('b1', 'Home'),
        beneficiary('b2', 'Mum'),
        beneficiary('b1', 'House'),
        fact('BeneficiaryRemoved', { userId: 'u1', beneficiaryId: 'b2' }, context),
        fact('NoticeSettingsChanged', { userId: 'u1', notices }, context),
        fact('RegistrationRepeated', { userId: 'u1' }, context),
      ],
      open,
    );
    expect(user).toMatchObject({ ...profile, email: 'ada@example.test', notices });
    expect(user?.beneficiaries).toMatchObject([{ id: 'b1', name: 'House' }]);
  });

  it('of a forgotten person gives no user, with or without a key', () => {
    const forgotten: UserEvent = fact('PersonForgotten', { userId: 'u1' }, context);
    expect(foldUser([registered, forgotten], open)).toBeUndefined();
    expect(
      foldUser([registered, forgotten, fact('EmailVerified', { userId: 'u1' }, context)], open),
    ).toBeUndefined();
  });

  it('applies every later event', () => {
    const events: UserEvent[] = [
      registered,
      fact('EmailVerified', { userId: 'u1' }, context),
      fact('PinSet', { userId: 'u1', sealed: '{"pinMac":"mac"}' }, context),
      fact('ApiTokenIssued', { userId: 'u1', tokenDigest: 'one', lastFour: '1111' }, context),
      fact('ApiTokenIssued', { userId: 'u1', tokenDigest: 'two', lastFour: '2222' }, context),
      fact('TierChanged', { userId: 'u1', tier: 'affiliate' }, context),
      reserved('r1'),
    ];
    expect(foldUser(events, open)).toMatchObject({
      emailVerified: true,
      pinMac: 'mac',
      apiTokenDigest: 'two',
      apiTokenLastFour: '2222',
      tier: 'affiliate',
      reservedAccounts: [{ provider: 'monnify', accountReference: 'r1', bankAccounts: [account] }],
    });
  });

  it('keeps an account reserved twice once', () => {
    expect(
      foldUser([registered, reserved('r1'), reserved('r1'), reserved('r2')], open)?.reservedAccounts,
    ).toHaveLength(2);
  });

  it('drops a PIN and a token from before the email was verified', () => {
    const events: UserEvent[] = [
      registered,
      fact('PinSet', { userId: 'u1', sealed: '{"pinMac":"mac"}' }, context),
      fact('ApiTokenIssued', { userId: 'u1', tokenDigest: 'one', lastFour: '1111' }, context),
    ];
    const verified = foldUser([...events, fact('EmailVerified', { userId: 'u1' }, context)], open);
    for (const member of ['pinMac', 'apiTokenDigest', 'apiTokenLastFour'])
      expect(verified).not.toHaveProperty(member);
    const undone = [
      fact('ApiTokenRevoked', { userId: 'u1' }, context),
      fact('PinDropped', { userId: 'u1' }, context),
    ];
    expect(foldUser([...events, ...(undone as UserEvent[])], open)).toEqual(foldUser([registered], open));
  });

  it('starts a new epoch per password, and ignores unknown events', () => {
    const password = fact(
      'PasswordChanged',
      { userId: 'u1', how: 'old', sealed: '{"passwordHash":"h2"}' },
      context,
    );
    const newer = fact('SomethingNewer', { userId: 'u1' }, context) as unknown as UserEvent;
    expect(foldUser([registered, password as UserEvent, newer, password as UserEvent], open)).toMatchObject({
      credentialEpoch: 2,
      passwordHash: 'h2',
    });
  });

  it('without the key gives no user', () => {
    expect(
      foldUser([registered, fact('EmailVerified', { userId: 'u1' }, context)], () => undefined),
    ).toBeUndefined();
  });
});

describe('the limit of calls', () => {
  const limit = (perSecond: number | null) => fact('CallLimitChanged', { userId: 'u1', perSecond }, context);

  it('is the newest one, or the usual', () => {
    const raised = [registered, limit(200), limit(300)] as UserEvent[];
    expect(foldUser(raised, open)?.callsPerSecond).toBe(300);
    expect(foldUser([...raised, limit(null) as UserEvent], open)).toEqual(foldUser([registered], open));
  });
});

describe('standingOf', () => {
  const stored = (...facts: { readonly type: string; readonly data: object }[]): RecordedEvent[] =>
    facts.map((each, revision) => ({
      ...fact(each.type, each.data as RecordedEvent['data'], context),
      id: `e${revision}`,
      stream: 'user-u1',
      revision,
      position: revision + 1,
      hash: '',
      previousHash: '',
    }));
  const raised = { type: 'TierChanged', data: { userId: 'u1', tier: 'affiliate' } };
  const lowered = { type: 'TierChanged', data: { userId: 'u1', tier: 'regular' } };
  const nobody = {
    userId: 'u1',
    tier: 'regular',
    tierChanges: [],
    freezes: [],
    allowed: [],
    forgotten: false,
  };

  it('without events has defaults', () => expect(standingOf('u1', [])).toEqual(nobody));

  it('has the latest tier and all its changes', () =>
    expect(standingOf('u1', stored(registered, raised, lowered, raised))).toEqual({
      ...nobody,
      newest: 'TierChanged',
      tier: 'affiliate',
      tierChanges: ['e1', 'e2', 'e3'],
    }));

  it('has every freeze, also lifted ones', () => {
    const [frozen, free] = ['SpendingFrozen', 'SpendingUnfrozen'].map((type) => ({ type, data: {} }));
    expect(standingOf('u1', stored(registered, frozen!, frozen!, free!)).freezes).toEqual(['e1', 'e2']);
  });

  it('has the tier of the registration', () => {
    const affiliate = { type: 'UserRegistered', data: { ...registered.data, tier: 'affiliate' } };
    expect(standingOf('u1', stored(affiliate))).toMatchObject({ tier: 'affiliate', tierChanges: [] });
  });

  it('stays forgotten after later events, and has the newest type', () =>
    expect(
      standingOf(
        'u1',
        stored(registered, { type: 'PersonForgotten', data: {} }, { type: 'Newer', data: {} }),
      ),
    ).toEqual({ ...nobody, newest: 'Newer', forgotten: true }));
});
