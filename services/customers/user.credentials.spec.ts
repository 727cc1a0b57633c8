import { describe, expect, it } from '@jest/globals';
import { at, given, NOW, userId } from './testing/given-user.js';
import { pinFault } from './user.decider.js';
import type { UserCommand } from './user.decider.js';
import type { UserEventDraft } from './user.events.js';

describe('the first PIN', () => {
  const set: UserCommand = { type: 'SetPin', pinMac: 'mac-1', epoch: 3 };

  it('is set', () =>
    given()
      .when(set)
      .then({ type: 'PinSet', data: { userId }, personal: { pinMac: 'mac-1' } }));

  it('needs a verified email', () =>
    given({ emailVerified: false }).when(set).thenRefused('EMAIL_NOT_VERIFIED'));

  it('is set once', () => given({ pinMac: 'mac-0' }).when(set).thenRefused('PIN_ALREADY_SET'));

  it('is refused to a session older than the last password change', () =>
    given({ credentialEpoch: 4 }).when(set).thenRefused('SESSION_EXPIRED'));

  it('must not be easy to guess', () => {
    expect(['1234', '9876', '7777', '7890', '12', '12345', 'abcd'].every(pinFault)).toBe(true);
    expect(pinFault('2468')).toBeUndefined();
  });
});

describe('a PIN change', () => {
  const change = { type: 'ChangePin', pinMac: 'mac-2', now: NOW, epoch: 3, payoutsFrom: at(2) } as const;
  const byOldPin: UserCommand = { ...change, proven: { how: 'old', pinMac: 'mac-1' } };
  const byCode: UserCommand = {
    ...change,
    proven: { how: 'recovery', passwordHash: 'hash-1', codeId: 'c1' },
  };
  const code = { purpose: 'pin', codeId: 'c1', expiresAt: at(1) } as const;
  const changed = (how: 'old' | 'recovery'): UserEventDraft => ({
    type: 'PinChanged',
    data: { userId, how, ...(how === 'recovery' && { payoutsFrom: at(2) }) },
    personal: { pinMac: 'mac-2' },
  });

  it('is made with the old PIN while that is current', () => {
    given({ pinMac: 'mac-1' }).when(byOldPin).then(changed('old'));
    given({ pinMac: 'mac-0' }).when(byOldPin).thenRefused('CODE_INCORRECT', { field: 'old_pin' });
  });

  it('is made with password and code while both are valid', () => {
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

  it('is refused to a session older than the last password change', () =>
    given({ pinMac: 'mac-1', credentialEpoch: 4 }).when(byOldPin).thenRefused('SESSION_EXPIRED'));
});

describe('a locked PIN', () => {
  const until = NOW.getTime();
  const lock: UserCommand = { type: 'LockPin', until, lockedUntil: at(0) };
  const locked: UserEventDraft = { type: 'PinLocked', data: { userId, lockedUntil: at(0) } };

  it('is noted once per lock', () => {
    given().when(lock).then(locked);
    given({ pinLockedUntil: until - 1 })
      .when(lock)
      .then(locked);
    given({ pinLockedUntil: until }).when(lock).thenNothing();
    given({ pinLockedUntil: Infinity }).when(lock).thenNothing();
  });
});

describe('a password change', () => {
  const change = { type: 'ChangePassword', passwordHash: 'hash-2', now: NOW } as const;
  const byOld: UserCommand = { ...change, epoch: 3, proven: { how: 'old', passwordHash: 'hash-1' } };
  const byCode: UserCommand = { ...change, proven: { how: 'recovery', codeId: 'c1' } };
  const code = { purpose: 'recovery', codeId: 'c1', expiresAt: at(1) } as const;
  const changed = (how: 'old' | 'recovery'): UserEventDraft => ({
    type: 'PasswordChanged',
    data: { userId, how },
    personal: { passwordHash: 'hash-2' },
  });

  it('is made with the old password while that is current', () => {
    given().when(byOld).then(changed('old'));
    given({ passwordHash: 'hash-9' })
      .when(byOld)
      .thenRefused('PASSWORD_INCORRECT', { field: 'old_password' });
  });

  it('is made with a valid code, once', () => {
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

  it('is refused to a session older than the last change', () =>
    given({ credentialEpoch: 4 }).when(byOld).thenRefused('SESSION_EXPIRED'));

  it('revokes the API token', () =>
    given({ apiTokenDigest: 'digest' })
      .when(byOld)
      .then(changed('old'), { type: 'ApiTokenRevoked', data: { userId } }));

  it('drops a PIN set before the email was verified', () => {
    given({ pinMac: 'mac', emailVerified: false, codes: [code] })
      .when(byCode)
      .then(changed('recovery'), { type: 'PinDropped', data: { userId } });
    given({ pinMac: 'mac', codes: [code] })
      .when(byCode)
      .then(changed('recovery'));
  });
});

describe('the API token', () => {
  const issue = { type: 'IssueApiToken', tokenDigest: 'digest', lastFour: 'abcd' } as const;

  it('is issued to a person with a verified email', () => {
    given()
      .when({ ...issue, epoch: 3, confirmedEpoch: 3 })
      .then({ type: 'ApiTokenIssued', data: { userId, tokenDigest: 'digest', lastFour: 'abcd' } });
    given({ emailVerified: false }).when(issue).thenRefused('EMAIL_NOT_VERIFIED');
  });

  it('is not issued after a password change since the confirmation or the start of the session', () => {
    given()
      .when({ ...issue, epoch: 2, confirmedEpoch: 3 })
      .thenRefused('SESSION_EXPIRED');
    given()
      .when({ ...issue, confirmedEpoch: 2 })
      .thenRefused('SESSION_EXPIRED');
  });
});

describe('a password that is hashed again', () => {
  const again: UserCommand = { type: 'RehashPassword', was: 'hash-1', passwordHash: 'hash-2' };

  it('keeps the sessions of the same password', () => {
    given({ passwordHash: 'hash-1' })
      .when(again)
      .then({ type: 'PasswordRehashed', data: { userId }, personal: { passwordHash: 'hash-2' } });
  });

  it('never replaces a password that was changed during the login', () =>
    given({ passwordHash: 'hash-3' }).when(again).thenNothing());
});
