import { describe, expect, it } from '@jest/globals';
import { evolveUser, type User } from '../user.state.js';
import type { UserEvent } from '../user.events.js';
import { ADA, at, given, userId } from '../testing/given-user.js';
import { PUSH_DEVICES_MAX } from './push-device.decider.js';
import type { PushDevice } from './push-device.state.js';

const browserNamed = (id: string): PushDevice => ({
  id,
  since: at(0),
  endpoint: `https://fcm.googleapis.com/${id}`,
  p256dh: 'key',
  auth: 'secret',
  device: 'Firefox',
  language: 'en',
  session: `session-${id}`,
});
const sealedOf = ({ id: _id, since: _since, ...personal }: PushDevice) => personal;
const PHONE = browserNamed('phone');
const LAPTOP = browserNamed('laptop');
const both = { pushDevices: [PHONE, LAPTOP] };
const ended = (subscriptionId: string, why: string) =>
  ({ type: 'PushUnsubscribed', data: { userId, subscriptionId, why } }) as never;

describe('subscribing a browser', () => {
  const subscribe = {
    type: 'SubscribePush',
    subscriptionId: 'phone',
    personal: sealedOf(PHONE),
    epoch: 3,
  } as const;

  it('seals its address and keys', () =>
    given()
      .when(subscribe)
      .then({
        type: 'PushSubscribed',
        data: { userId, subscriptionId: 'phone' },
        personal: sealedOf(PHONE),
      }));
  it('stores each browser once', () => given(both).when(subscribe).thenNothing());
  it('from another session keeps its id', () => {
    const personal = { ...sealedOf(PHONE), session: 'another' };
    given(both)
      .when({ ...subscribe, subscriptionId: 'new', personal })
      .then({ type: 'PushSubscribed', data: { userId, subscriptionId: 'phone' }, personal });
  });
  it('in another language keeps its id', () => {
    const personal = { ...sealedOf(PHONE), language: 'pcm' as const };
    given(both)
      .when({ ...subscribe, subscriptionId: 'new', personal })
      .then({ type: 'PushSubscribed', data: { userId, subscriptionId: 'phone' }, personal });
  });
  it('is refused when the password changed since the session began', () =>
    given()
      .when({ ...subscribe, epoch: 2 })
      .thenRefused('SESSION_EXPIRED'));
  it('needs a verified email', () =>
    given({ emailVerified: false }).when(subscribe).thenRefused('EMAIL_NOT_VERIFIED'));
  it('is limited to PUSH_DEVICES_MAX, except for a known browser', () => {
    const pushDevices = Array.from({ length: PUSH_DEVICES_MAX }, (_, index) => browserNamed(`${index}`));
    given({ pushDevices }).when(subscribe).thenRefused('PUSH_DEVICES_FULL', { most: PUSH_DEVICES_MAX });
    given({ pushDevices })
      .when({ ...subscribe, personal: sealedOf(browserNamed('1')) })
      .thenNothing();
  });
});

describe('unsubscribing a browser', () => {
  it('stores the reason', () =>
    given(both)
      .when({ type: 'UnsubscribePush', subscriptionId: 'phone', why: 'gone' })
      .then(ended('phone', 'gone')));
  it('stores nothing for an unknown one', () =>
    given(both).when({ type: 'UnsubscribePush', subscriptionId: 'tablet', why: 'removed' }).thenNothing());
  it('follows the end of its session', () =>
    given(both).when({ type: 'EndPush', ended: 'session-phone' }).then(ended('phone', 'signed-out')));
  it('follows the end of all sessions but one', () =>
    given(both).when({ type: 'EndPush', kept: 'session-phone' }).then(ended('laptop', 'signed-out')));
  it('follows the end of all sessions', () =>
    given(both)
      .when({ type: 'EndPush', kept: undefined })
      .then(ended('phone', 'signed-out'), ended('laptop', 'signed-out')));
});

describe('the folded subscriptions', () => {
  const told = (type: string, data: object): readonly string[] | undefined => {
    const event = { type, data: { userId, sealed: 'x', ...data }, at: at(1) } as unknown as UserEvent;
    const open = () => ({
      ...sealedOf(browserNamed('tablet')),
      passwordHash: 'new',
      email: 'new@people.test',
    });
    return evolveUser({ ...ADA, ...both } as User, event, open)?.pushDevices?.map(({ id }) => id);
  };

  it('follow the events', () => {
    expect(told('PushSubscribed', { subscriptionId: 'tablet' })).toEqual(['phone', 'laptop', 'tablet']);
    expect(told('PushSubscribed', { subscriptionId: 'phone' })).toEqual(['laptop', 'phone']);
    expect(told('PushUnsubscribed', { subscriptionId: 'phone', why: 'gone' })).toEqual(['laptop']);
  });

  it.each(['PasswordChanged', 'EmailChanged', 'SignedOutEverywhere'])('are empty after %s', (type) =>
    expect(told(type, {})).toBeUndefined(),
  );
});
