import { describe, expect, it } from '@jest/globals';
import { ADA, at, given, userId } from './testing/given-user.js';
import { BENEFICIARIES_MAX, decideRegistration, wantsCode } from './user.decider.js';
import type { UserCommand } from './user.decider.js';
import type { UserEventDraft } from './user.events.js';
import type { SavedBeneficiary } from './user.state.js';

const BOLA: SavedBeneficiary = {
  id: 'b1',
  service: 'airtime',
  recipient: '08031112222',
  name: 'Bola',
  provider: 'MTN',
  kind: 'VTU',
};

describe('registering', () => {
  const personal = {
    firstName: 'Ada',
    lastName: 'Obi',
    email: 'ada@example.test',
    phone: '0803',
    passwordHash: 'hash',
  };
  const command = { userId, role: 'user', tier: 'regular', personal } as const;
  const registered = { type: 'UserRegistered', data: { userId, role: 'user', tier: 'regular' }, personal };

  it('keeps personal data apart, to be sealed', () =>
    expect(decideRegistration(command)).toEqual([registered]));

  it('issues the first code in the same step', () => {
    const code = { purpose: 'email', codeId: 'c1', expiresAt: at(1) } as const;
    expect(decideRegistration({ ...command, code })).toEqual([
      registered,
      { type: 'CodeIssued', data: { userId, ...code } },
    ]);
  });

  it('notes every repetition', () =>
    given()
      .when({ type: 'NoteRepeatedRegistration' })
      .then({ type: 'RegistrationRepeated', data: { userId } }));
});

describe('the email', () => {
  const command: UserCommand = { type: 'VerifyEmail' };

  it('is verified once', () => {
    given({ emailVerified: false }).when(command).then({ type: 'EmailVerified', data: { userId } });
    given().when(command).thenNothing();
  });
});

describe('mailed codes', () => {
  it('are issued in any number', () => {
    const code = { purpose: 'pin', codeId: 'c2', expiresAt: at(1) } as const;
    given({ codes: [code] })
      .when({ type: 'IssueCode', code })
      .then({ type: 'CodeIssued', data: { userId, ...code } });
  });

  it('are useless for a verified email, and refused without a PIN', () => {
    expect(wantsCode('email', ADA)).toBe(false);
    expect(wantsCode('email', { ...ADA, emailVerified: false })).toBe(true);
    expect(wantsCode('pin', { ...ADA, pinMac: 'mac' })).toBe(true);
    expect(() => wantsCode('pin', ADA)).toThrow(expect.objectContaining({ code: 'PIN_NOT_SET' }));
    expect(() => wantsCode('pin', { ...ADA, pinMac: 'mac', email: '' })).toThrow(
      expect.objectContaining({ code: 'EMAIL_MISSING' }),
    );
  });
});

describe('spending', () => {
  const allow = { type: 'SetSpending', frozen: false, reason: 'They called' } as const;
  const allowed: UserEventDraft = { type: 'SpendingUnfrozen', data: { userId, reason: 'They called' } };
  const freezes = [
    { id: 'f1', reason: 'Phone lost' },
    { id: 'f2', reason: 'The card was stolen' },
  ];
  const stopped = () => given({ frozen: true, freezes });

  it('is frozen once and allowed once', () => {
    const stop = { type: 'SetSpending', frozen: true, reason: 'Phone lost' } as const;
    given()
      .when(stop)
      .then({ type: 'SpendingFrozen', data: { userId, reason: 'Phone lost' } });
    stopped().when(stop).thenNothing();
    stopped().when(allow).then(allowed);
    given().when(allow).thenNothing();
  });

  it('is allowed only after seeing the newest freeze', () => {
    stopped()
      .when({ ...allow, seen: 'f2' })
      .then(allowed);
    stopped()
      .when({ ...allow, seen: 'f1' })
      .thenRefused('STALE_EDIT', { now: 'The card was stolen' });
    given()
      .when({ ...allow, seen: 'f1' })
      .thenNothing();
  });
});

describe('the limit of calls', () => {
  const set = (perSecond: number | null): UserCommand => ({ type: 'SetCallLimit', perSecond });
  const changed = (perSecond: number | null): UserEventDraft => ({
    type: 'CallLimitChanged',
    data: { userId, perSecond },
  });

  it('is raised, cut and taken away, each once', () => {
    given().when(set(200)).then(changed(200));
    given({ callsPerSecond: 200 }).when(set(200)).thenNothing();
    given({ callsPerSecond: 200 }).when(set(20)).then(changed(20));
    given({ callsPerSecond: 200 }).when(set(null)).then(changed(null));
    given().when(set(null)).thenNothing();
  });
});

describe('the profile', () => {
  const { firstName, lastName, phone } = ADA;
  const same = { type: 'ChangeProfile', firstName, lastName, phone } as const;

  it('changes when a field changes', () => {
    given().when(same).thenNothing();
    given()
      .when({ ...same, phone: '0909' })
      .then({ type: 'ProfileChanged', data: { userId }, personal: { firstName, lastName, phone: '0909' } });
  });
});

describe('saved beneficiaries', () => {
  const save = (more: Partial<SavedBeneficiary> = {}): UserCommand => ({
    type: 'SaveBeneficiary',
    beneficiary: { ...BOLA, id: 'new', ...more },
  });
  const saved = (beneficiaryId: string, more: Partial<SavedBeneficiary> = {}): UserEventDraft => {
    const { id: _id, ...personal } = { ...BOLA, ...more };
    return { type: 'BeneficiarySaved', data: { userId, beneficiaryId }, personal };
  };

  it('are saved, renamed under their id, and not saved twice', () => {
    given().when(save()).then(saved('new'));
    given({ beneficiaries: [BOLA] })
      .when(save({ name: 'Bola at home' }))
      .then(saved('b1', { name: 'Bola at home' }));
    given({ beneficiaries: [BOLA] })
      .when(save())
      .thenNothing();
  });

  it('are separate per provider', () =>
    given({ beneficiaries: [BOLA] })
      .when(save({ provider: 'GLO' }))
      .then(saved('new', { provider: 'GLO' })));

  it('are limited to BENEFICIARIES_MAX, and can still be renamed', () => {
    const full = Array.from({ length: BENEFICIARIES_MAX }, (_, n) => ({
      ...BOLA,
      id: `b${n}`,
      recipient: `r${n}`,
    }));
    given({ beneficiaries: full }).when(save()).thenRefused('BENEFICIARIES_FULL', { most: 200 });
    given({ beneficiaries: full })
      .when(save({ recipient: 'r7', name: 'Chi' }))
      .then(saved('b7', { recipient: 'r7', name: 'Chi' }));
  });

  it('are removed once', () => {
    const remove: UserCommand = { type: 'RemoveBeneficiary', beneficiaryId: 'b1' };
    given({ beneficiaries: [BOLA] })
      .when(remove)
      .then({ type: 'BeneficiaryRemoved', data: { userId, beneficiaryId: 'b1' } });
    given().when(remove).thenNothing();
  });
});

describe('notice settings', () => {
  it('default to purchase mails without statement, and change one by one', () => {
    given()
      .when({ type: 'SetNoticeSettings', wanted: { delivered: true, statement: false } })
      .thenNothing();
    given()
      .when({ type: 'SetNoticeSettings', wanted: { delivered: false } })
      .then({
        type: 'NoticeSettingsChanged',
        data: { userId, notices: { delivered: false, refunded: true, statement: false } },
      });
    // Older events have no `statement`.
    given({ notices: { delivered: false, refunded: true } })
      .when({ type: 'SetNoticeSettings', wanted: { statement: true } })
      .then({
        type: 'NoticeSettingsChanged',
        data: { userId, notices: { delivered: false, refunded: true, statement: true } },
      });
  });
});

describe('a reserved account', () => {
  const reserved = { userId, provider: 'monnify', accountReference: 'NL-ada', sealed: 'sealed' };

  it('is kept once, as it was sealed', () => {
    given().when({ type: 'KeepReservedAccount', reserved }).then({ type: 'AccountReserved', data: reserved });
    const kept = { provider: 'monnify', accountReference: 'NL-ada' };
    const account = { bankCode: '035', bankName: 'Wema', accountNumber: '0123456789', accountName: 'Ada' };
    given({ reservedAccounts: [{ ...kept, bankAccounts: [account] }] })
      .when({ type: 'KeepReservedAccount', reserved })
      .thenNothing();
    // The reference of a customer who moved in has no account number yet.
    given({ reservedAccounts: [{ ...kept, bankAccounts: [] }] })
      .when({ type: 'KeepReservedAccount', reserved })
      .then({ type: 'AccountReserved', data: reserved });
  });
});
