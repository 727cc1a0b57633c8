import { describe, expect, it } from '@jest/globals';
import { RuleBroken } from '../contracts/errors.js';
import { BENEFICIARIES_MAX, decide, decideRegistration, pinFault, wantsCode } from './user.decider.js';
import type { UserCommand, UserEventDraft } from './user.decider.js';
import type { SavedBeneficiary, User } from './user.state.js';

const userId = 'ada';
const NOW = new Date('2026-03-01T09:00:00.000Z');
const at = (ms: number): string => new Date(NOW.getTime() + ms).toISOString();

const ADA: User = {
  userId,
  role: 'user',
  tier: 'regular',
  emailVerified: true,
  firstName: 'Ada',
  lastName: 'Obi',
  email: 'ada@example.test',
  phone: '08030000000',
  passwordHash: 'hash-1',
  credentialEpoch: 3,
  reservedAccounts: [],
};
const BOLA: SavedBeneficiary = {
  id: 'b1',
  service: 'airtime',
  recipient: '08031112222',
  name: 'Bola',
  provider: 'MTN',
  kind: 'VTU',
};

const given = (more: Partial<User> = {}) => ({
  when: (command: UserCommand) => {
    const user = { ...ADA, ...more };
    return {
      then: (...events: UserEventDraft[]) => expect(decide(command, user)).toEqual(events),
      thenNothing: () => expect(decide(command, user)).toEqual([]),
      thenRefused: (code: string, details: object = {}) => {
        const refusal = (() => {
          try {
            return decide(command, user);
          } catch (error) {
            return error;
          }
        })();
        expect(refusal).toBeInstanceOf(RuleBroken);
        expect(refusal).toMatchObject({ code, details });
      },
    };
  },
});

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

  it('keeps what is personal apart, to be sealed', () =>
    expect(decideRegistration(command)).toEqual([registered]));

  it('issues the code of a newcomer in the same step', () => {
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
  it('are issued however many there are', () => {
    const code = { purpose: 'pin', codeId: 'c2', expiresAt: at(1) } as const;
    given({ codes: [code] })
      .when({ type: 'IssueCode', code })
      .then({ type: 'CodeIssued', data: { userId, ...code } });
  });

  it('are of no use for a verified email, and of none without a PIN', () => {
    expect(wantsCode('email', ADA)).toBe(false);
    expect(wantsCode('email', { ...ADA, emailVerified: false })).toBe(true);
    expect(wantsCode('pin', { ...ADA, pinMac: 'mac' })).toBe(true);
    expect(() => wantsCode('pin', ADA)).toThrow(expect.objectContaining({ code: 'PIN_NOT_SET' }));
  });
});

describe('the first PIN', () => {
  const set: UserCommand = { type: 'SetPin', pinMac: 'mac-1', epoch: 3 };

  it('is set', () =>
    given()
      .when(set)
      .then({ type: 'PinSet', data: { userId }, personal: { pinMac: 'mac-1' } }));

  it('needs a verified email', () =>
    given({ emailVerified: false }).when(set).thenRefused('EMAIL_NOT_VERIFIED'));

  it('is set once', () => given({ pinMac: 'mac-0' }).when(set).thenRefused('PIN_ALREADY_SET'));

  it('is not set by a session of before the last change of the password', () =>
    given({ credentialEpoch: 4 }).when(set).thenRefused('SESSION_EXPIRED'));

  it('may not be easy to guess', () => {
    expect(['1234', '9876', '7777', '7890', '12', '12345', 'abcd'].every(pinFault)).toBe(true);
    expect(pinFault('2468')).toBeUndefined();
  });
});

describe('another PIN', () => {
  const change = { type: 'ChangePin', pinMac: 'mac-2', now: NOW, epoch: 3 } as const;
  const byOldPin: UserCommand = { ...change, proven: { how: 'old', pinMac: 'mac-1' } };
  const byCode: UserCommand = {
    ...change,
    proven: { how: 'recovery', passwordHash: 'hash-1', codeId: 'c1' },
  };
  const code = { purpose: 'pin', codeId: 'c1', expiresAt: at(1) } as const;
  const changed = (how: 'old' | 'recovery'): UserEventDraft => ({
    type: 'PinChanged',
    data: { userId, how },
    personal: { pinMac: 'mac-2' },
  });

  it('is set by who showed the old one, while it is the PIN', () => {
    given({ pinMac: 'mac-1' }).when(byOldPin).then(changed('old'));
    given({ pinMac: 'mac-0' }).when(byOldPin).thenRefused('CODE_INCORRECT', { field: 'old_pin' });
  });

  it('is set by who showed password and code, while both hold', () => {
    const user = { pinMac: 'mac-0', codes: [code] };
    const refused = ['CODE_INCORRECT', { field: 'otp_code' }] as const;
    given(user).when(byCode).then(changed('recovery'));
    given({ ...user, passwordHash: 'hash-2' })
      .when(byCode)
      .thenRefused(...refused);
    given({ ...user, codes: [] })
      .when(byCode)
      .thenRefused(...refused);
    given({ ...user, codes: [{ ...code, purpose: 'recovery' }] })
      .when(byCode)
      .thenRefused(...refused);
    given({ ...user, codes: [{ ...code, expiresAt: at(0) }] })
      .when(byCode)
      .thenRefused(...refused);
  });

  it('is not set by a session of before the last change of the password', () =>
    given({ pinMac: 'mac-1', credentialEpoch: 4 }).when(byOldPin).thenRefused('SESSION_EXPIRED'));
});

describe('a locked PIN', () => {
  const until = NOW.getTime();
  const lock: UserCommand = { type: 'LockPin', until, lockedUntil: at(0) };
  const locked: UserEventDraft = { type: 'PinLocked', data: { userId, lockedUntil: at(0) } };

  it('is noted once for each lock', () => {
    given().when(lock).then(locked);
    given({ pinLockedUntil: until - 1 })
      .when(lock)
      .then(locked);
    given({ pinLockedUntil: until }).when(lock).thenNothing();
    given({ pinLockedUntil: Infinity }).when(lock).thenNothing();
  });
});

describe('another password', () => {
  const change = { type: 'ChangePassword', passwordHash: 'hash-2', now: NOW } as const;
  const byOld: UserCommand = { ...change, epoch: 3, proven: { how: 'old', passwordHash: 'hash-1' } };
  const byCode: UserCommand = { ...change, proven: { how: 'recovery', codeId: 'c1' } };
  const code = { purpose: 'recovery', codeId: 'c1', expiresAt: at(1) } as const;
  const changed = (how: 'old' | 'recovery'): UserEventDraft => ({
    type: 'PasswordChanged',
    data: { userId, how },
    personal: { passwordHash: 'hash-2' },
  });

  it('is set by who showed the old one, while it is the password', () => {
    given().when(byOld).then(changed('old'));
    given({ passwordHash: 'hash-9' })
      .when(byOld)
      .thenRefused('PASSWORD_INCORRECT', { field: 'old_password' });
  });

  it('is set by who showed a code, once and while it holds', () => {
    const refused = ['CODE_INCORRECT', { field: 'resetCode' }] as const;
    given({ codes: [code] })
      .when(byCode)
      .then(changed('recovery'));
    given()
      .when(byCode)
      .thenRefused(...refused);
    given({ codes: [{ ...code, expiresAt: at(0) }] })
      .when(byCode)
      .thenRefused(...refused);
  });

  it('is not set by a session of before the last change', () =>
    given({ credentialEpoch: 4 }).when(byOld).thenRefused('SESSION_EXPIRED'));

  it('takes the API token with it', () =>
    given({ apiTokenDigest: 'digest' })
      .when(byOld)
      .then(changed('old'), { type: 'ApiTokenRevoked', data: { userId } }));

  it('takes a PIN with it that may be of somebody who never showed that the email is theirs', () => {
    given({ pinMac: 'mac', emailVerified: false, codes: [code] })
      .when(byCode)
      .then(changed('recovery'), { type: 'PinDropped', data: { userId } });
    given({ pinMac: 'mac', codes: [code] })
      .when(byCode)
      .then(changed('recovery'));
  });
});

describe('the profile', () => {
  const { firstName, lastName, phone } = ADA;
  const same = { type: 'ChangeProfile', firstName, lastName, phone } as const;

  it('changes when anything in it does', () => {
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

  it('are others at another provider', () =>
    given({ beneficiaries: [BOLA] })
      .when(save({ provider: 'GLO' }))
      .then(saved('new', { provider: 'GLO' })));

  it('are so many and no more, but can still be renamed', () => {
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
  it('are all wanted by who never said, and change one by one', () => {
    given()
      .when({ type: 'SetNoticeSettings', wanted: { delivered: true } })
      .thenNothing();
    given()
      .when({ type: 'SetNoticeSettings', wanted: { delivered: false } })
      .then({
        type: 'NoticeSettingsChanged',
        data: { userId, notices: { delivered: false, refunded: true } },
      });
  });
});

describe('the API token', () => {
  const issue = { type: 'IssueApiToken', tokenDigest: 'digest', lastFour: 'abcd' } as const;

  it('is issued to who has a verified email', () => {
    given()
      .when({ ...issue, epoch: 3, confirmedEpoch: 3 })
      .then({ type: 'ApiTokenIssued', data: { userId, tokenDigest: 'digest', lastFour: 'abcd' } });
    given({ emailVerified: false }).when(issue).thenRefused('EMAIL_NOT_VERIFIED');
  });

  it('is not issued once the password changed since it was confirmed, or since the session began', () => {
    given()
      .when({ ...issue, epoch: 2, confirmedEpoch: 3 })
      .thenRefused('SESSION_EXPIRED');
    given()
      .when({ ...issue, confirmedEpoch: 2 })
      .thenRefused('SESSION_EXPIRED');
  });
});

describe('a reserved account', () => {
  const reserved = { userId, provider: 'monnify', accountReference: 'NL-ada', sealed: 'sealed' };

  it('is kept once, as it was sealed', () => {
    given().when({ type: 'KeepReservedAccount', reserved }).then({ type: 'AccountReserved', data: reserved });
    given({ reservedAccounts: [{ provider: 'monnify', accountReference: 'NL-ada', accounts: [] }] })
      .when({ type: 'KeepReservedAccount', reserved })
      .thenNothing();
  });
});
