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
