import { describe, expect, it } from '@jest/globals';
import type { UserEvent } from '../user.events.js';
import { evolveUser, type User } from '../user.state.js';
import { ADA, at, given, NOW, userId } from '../testing/given-user.js';
import { PASSKEYS_MAX } from './passkey.decider.js';
import type { Passkey } from './passkey.state.js';

const passkeyNamed = (id: string): Passkey => ({
  id,
  limit: 5_000_00n,
  enrolledAt: at(0),
  device: 'Firefox',
  credentialId: `credential-${id}`,
  publicKey: 'key',
  counter: 0,
});
const PHONE = passkeyNamed('phone');
const LAPTOP = passkeyNamed('laptop');
const WITH_PIN = { pinMac: 'mac' };
const both = { ...WITH_PIN, passkeys: [PHONE, LAPTOP] };
const revoked = (passkeyId: string, why: string) =>
  ({ type: 'PasskeyRevoked', data: { userId, passkeyId, why } }) as never;

describe('enrolling a device', () => {
  const { credentialId, publicKey, counter, device } = PHONE;
  const personal = { credentialId, publicKey, counter, device };
  const enrol = {
    type: 'EnrolPasskey',
    passkeyId: 'phone',
    limit: 5_000_00n,
    personal,
    pinMac: 'mac',
    epoch: 3,
  } as const;

  it('seals the key and stores the limit unsealed', () =>
    given(WITH_PIN)
      .when(enrol)
      .then({ type: 'PasskeyEnrolled', data: { userId, passkeyId: 'phone', limit: '500000' }, personal }));
  it('stores each key once', () => given(both).when(enrol).thenNothing());
  it('needs a PIN', () => given().when(enrol).thenRefused('PIN_NOT_SET'));
  it('is refused when the PIN changed after it was shown', () =>
    given({ pinMac: 'another' }).when(enrol).thenRefused('ENROLMENT_EXPIRED'));
  it('is refused when the password changed since the session began', () =>
    given(WITH_PIN)
      .when({ ...enrol, epoch: 2 })
      .thenRefused('SESSION_EXPIRED'));
  it('needs a verified email', () =>
    given({ ...WITH_PIN, emailVerified: false })
      .when(enrol)
      .thenRefused('EMAIL_NOT_VERIFIED'));
  it('is refused beyond PASSKEYS_MAX', () => {
    const passkeys = Array.from({ length: PASSKEYS_MAX }, (_, index) => passkeyNamed(`${index}`));
    given({ ...WITH_PIN, passkeys })
      .when(enrol)
      .thenRefused('PASSKEYS_FULL', { most: PASSKEYS_MAX });
  });
});

describe('the limit of a device', () => {
  const limit = {
    type: 'SetPasskeyLimit',
    passkeyId: 'phone',
    limit: 900_00n,
    pinMac: 'mac',
    epoch: 3,
  } as const;
  it('is changed with the PIN', () =>
    given(both)
      .when(limit)
      .then({ type: 'PasskeyLimitChanged', data: { userId, passkeyId: 'phone', limit: '90000' } }));
  it('is stored only when it differs', () =>
    given(both)
      .when({ ...limit, limit: 5_000_00n })
      .thenNothing());
  it('is not changed with an old PIN', () =>
    given({ ...both, pinMac: 'another' })
      .when(limit)
      .thenRefused('ENROLMENT_EXPIRED'));
  it('of an unknown device is refused', () =>
    given({ ...both, passkeys: [LAPTOP] })
      .when(limit)
      .thenRefused('PASSKEY_NOT_FOUND'));
});

describe('a device is revoked', () => {
  it('by its owner', () =>
    given(both).when({ type: 'RevokePasskey', passkeyId: 'phone' }).then(revoked('phone', 'removed')));
  it('once', () =>
    given({ ...both, passkeys: [LAPTOP] })
      .when({ type: 'RevokePasskey', passkeyId: 'phone' })
      .thenRefused('PASSKEY_NOT_FOUND'));
  it('when its owner logs out everywhere', () =>
    given(both)
      .when({ type: 'RevokePasskeys', why: 'signed-out' })
      .then(revoked('phone', 'signed-out'), revoked('laptop', 'signed-out')));
  it('when an administrator signs the owner out', () =>
    given(both)
      .when({ type: 'SignOut' })
      .then(
        { type: 'SignedOutEverywhere', data: { userId } },
        revoked('phone', 'signed-out'),
        revoked('laptop', 'signed-out'),
      ));

  const code = { purpose: 'pin', codeId: 'code', expiresAt: at(1) } as const;
  const changePin = { type: 'ChangePin', pinMac: 'new', now: NOW, epoch: 3, payoutsFrom: at(2) } as const;
  it('when the PIN is reset', () =>
    given({ ...both, passkeys: [PHONE], codes: [code] })
      .when({ ...changePin, proven: { how: 'recovery', passwordHash: 'hash-1', codeId: 'code' } })
      .then(
        {
          type: 'PinChanged',
          data: { userId, how: 'recovery', payoutsFrom: at(2) },
          personal: { pinMac: 'new' },
        },
        revoked('phone', 'pin-reset'),
      ));
  it('but not when the PIN is changed with the old one', () =>
    given(both)
      .when({ ...changePin, proven: { how: 'old', pinMac: 'mac' } })
      .then({ type: 'PinChanged', data: { userId, how: 'old' }, personal: { pinMac: 'new' } }));

  it('when the password changes', () =>
    given({ ...both, passkeys: [PHONE] })
      .when({
        type: 'ChangePassword',
        passwordHash: 'hash-2',
        now: NOW,
        epoch: 3,
        proven: { how: 'old', passwordHash: 'hash-1' },
      })
      .then(
        { type: 'PasswordChanged', data: { userId, how: 'old' }, personal: { passwordHash: 'hash-2' } },
        revoked('phone', 'password-changed'),
      ));

  it('when an administrator changes the email', () => {
    const issued = { purpose: 'email', codeId: 'code', expiresAt: at(1) } as const;
    given({ ...both, passkeys: [PHONE] })
      .when({
        type: 'Edit',
        wanted: { email: 'new@example.test' },
        seen: {},
        code: issued,
        claimsVoided: 0,
        payoutsFrom: at(2),
      })
      .then(
        {
          type: 'EmailChanged',
          data: { userId, payoutsFrom: at(2) },
          personal: { email: 'new@example.test', was: ADA.email },
        },
        { type: 'CodeIssued', data: { userId, ...issued } },
        revoked('phone', 'email-changed'),
      );
  });
});

describe('the folded passkeys', () => {
  const event = (type: string, data: object): UserEvent =>
    ({ type, at: at(0), data: { userId, ...data } }) as UserEvent;
  const open = (sealed: string) => JSON.parse(sealed) as Record<string, unknown>;
  const { credentialId, publicKey, counter, device } = PHONE;
  const sealed = JSON.stringify({ credentialId, publicKey, counter, device });
  const enrolled = event('PasskeyEnrolled', { passkeyId: 'phone', limit: '500000', sealed });
  const after = (...events: UserEvent[]): User | undefined =>
    events.reduce<User | undefined>((user, one) => evolveUser(user, one, open), ADA);

  it('follow the events', () => {
    expect(after(enrolled)?.passkeys).toEqual([PHONE]);
    const limited = event('PasskeyLimitChanged', { passkeyId: 'phone', limit: '90000' });
    expect(after(enrolled, limited)?.passkeys).toEqual([{ ...PHONE, limit: 900_00n }]);
    const removed = event('PasskeyRevoked', { passkeyId: 'phone', why: 'removed' });
    expect(after(enrolled, limited, removed)?.passkeys).toEqual([]);
  });

  it('are undefined without the person’s key', () => {
    expect(evolveUser(ADA, enrolled, () => undefined)).toBeUndefined();
  });
});
