import { describe, expect, it } from '@jest/globals';
import { fact, type EventContext } from '../../../infra/event-store/event-context.js';
import { at, given, NOW, userId } from '../testing/given-user.js';
import type { UserEvent } from '../user.events.js';
import { foldUser } from '../user.state.js';
import { refusalOf } from './payout-delay.decider.js';

const HOUR = 3_600_000;
const open = (sealed: string) => JSON.parse(sealed) as Record<string, unknown>;
const context = (ms = 0, id = 'bola'): EventContext => ({
  actor: { kind: 'admin', id },
  now: new Date(NOW.getTime() + ms),
  correlationId: 'c',
});
const registered = fact(
  'UserRegistered',
  {
    userId,
    role: 'user',
    tier: 'regular',
    sealed: JSON.stringify({
      firstName: 'Ada',
      lastName: 'Obi',
      email: 'a@b.test',
      phone: '',
      passwordHash: 'h',
    }),
  },
  context(-HOUR),
);
const verified = (ms: number) => fact('EmailVerified', { userId }, context(ms));
const pinSet = fact('PinSet', { userId, sealed: '{"pinMac":"mac"}' }, context(-HOUR));
const emailChanged = (ms: number, payoutsFrom?: string) =>
  fact(
    'EmailChanged',
    { userId, sealed: '{"email":"eve@b.test","was":"a@b.test"}', ...(payoutsFrom && { payoutsFrom }) },
    context(ms),
  );
const pinReset = (ms: number) =>
  fact(
    'PinChanged',
    { userId, how: 'recovery', sealed: '{"pinMac":"mac-2"}', payoutsFrom: at(ms + 2 * HOUR) },
    context(ms),
  );
const folded = (...events: object[]) =>
  foldUser([registered, verified(-HOUR), pinSet, ...events] as UserEvent[], open)!;
const later = (ms: number) => NOW.getTime() + ms;

describe('payouts of a customer whose email staff changed', () => {
  const user = folded(emailChanged(0, at(2 * HOUR)));

  it.each(['transfer', 'bet', 'exams'] as const)('%s waits, even for a known recipient', (service) => {
    expect(refusalOf(user, service, later(HOUR), true)).toMatchObject({ code: 'PAYOUTS_WAIT_EMAIL' });
    expect(refusalOf(user, service, later(2 * HOUR), false)).toBeUndefined();
  });

  it('other purchases wait for unknown recipients only', () => {
    expect(refusalOf(user, 'airtime', later(HOUR), false)).toMatchObject({ code: 'PAYOUTS_WAIT_EMAIL' });
    expect(refusalOf(user, 'airtime', later(HOUR), true)).toBeUndefined();
    expect(refusalOf(user, 'airtime', later(2 * HOUR), false)).toBeUndefined();
  });

  it('wait until the latest of several changes, and recipients count from before the first', () => {
    const twice = folded(emailChanged(0, at(2 * HOUR)), emailChanged(HOUR, at(3 * HOUR)));
    expect(twice.payoutDelays).toMatchObject([{ since: later(0), until: later(3 * HOUR) }]);
    const shorter = folded(emailChanged(0, at(9 * HOUR)), emailChanged(HOUR, at(3 * HOUR)));
    expect(shorter.payoutDelays).toMatchObject([{ since: later(0), until: later(9 * HOUR) }]);
  });

  it('wait 48 hours after an event of an older version', () => {
    expect(folded(emailChanged(0)).payoutDelays).toMatchObject([{ until: later(48 * HOUR) }]);
  });

  it('begin again after a second administrator agreed', () => {
    const allowed = fact('PayoutsAllowed', { userId, approvedBy: 'eve' }, context(HOUR));
    expect(folded(emailChanged(0, at(2 * HOUR)), allowed).payoutDelays).toBeUndefined();
  });
});

describe('payouts after a PIN reset', () => {
  it('to known accounts continue, and to new ones wait', () => {
    const user = folded(pinReset(0));
    expect(refusalOf(user, 'transfer', later(HOUR), false)).toMatchObject({ code: 'PAYOUTS_WAIT_PIN' });
    expect(refusalOf(user, 'bet', later(HOUR), false)).toMatchObject({ code: 'PAYOUTS_WAIT_PIN' });
    expect(refusalOf(user, 'transfer', later(HOUR), true)).toBeUndefined();
    expect(refusalOf(user, 'airtime', later(HOUR), false)).toBeUndefined();
    expect(refusalOf(user, 'transfer', later(2 * HOUR), false)).toBeUndefined();
  });

  it('with the old PIN do not wait', () => {
    const changed = fact('PinChanged', { userId, how: 'old', sealed: '{"pinMac":"m"}' }, context());
    expect(folded(changed).payoutDelays).toBeUndefined();
  });
});

describe('the PIN of a customer whose email staff changed', () => {
  it('stays when the new email is verified', () => {
    expect(folded(emailChanged(0), verified(HOUR)).pinMac).toBe('mac');
  });

  it('stays after a password reset', () => {
    const code = { purpose: 'recovery', codeId: 'c', expiresAt: at(HOUR) } as const;
    const user = { ...folded(emailChanged(0)), codes: [code] };
    const proven = { how: 'recovery', codeId: 'c' } as const;
    given(user)
      .when({ type: 'ChangePassword', passwordHash: 'h2', proven, now: NOW })
      .then({ type: 'PasswordChanged', data: { userId, how: 'recovery' }, personal: { passwordHash: 'h2' } });
  });
});
