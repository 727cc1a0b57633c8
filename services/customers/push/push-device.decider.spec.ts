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

describe('telling a browser', () => {
  const subscribe = {
    type: 'SubscribePush',
    subscriptionId: 'phone',
    personal: sealedOf(PHONE),
    epoch: 3,
  } as const;

  it('keeps its address and its keys sealed, and nothing of it in the clear', () =>
    given()
      .when(subscribe)
      .then({
        type: 'PushSubscribed',
        data: { userId, subscriptionId: 'phone' },
        personal: sealedOf(PHONE),
      }));
  it('once for each browser', () => given(both).when(subscribe).thenNothing());
  it('by another session keeps its id', () => {
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
  it('wants the password of the session to be the one there is', () =>
    given()
      .when({ ...subscribe, epoch: 2 })
      .thenRefused('SESSION_EXPIRED'));
  it('wants a verified email', () =>
    given({ emailVerified: false }).when(subscribe).thenRefused('EMAIL_NOT_VERIFIED'));
  it('ends at many, but for one that is there', () => {
    const pushDevices = Array.from({ length: PUSH_DEVICES_MAX }, (_, index) => browserNamed(`${index}`));
    given({ pushDevices }).when(subscribe).thenRefused('PUSH_DEVICES_FULL', { most: PUSH_DEVICES_MAX });
    given({ pushDevices })
      .when({ ...subscribe, personal: sealedOf(browserNamed('1')) })
      .thenNothing();
  });
});

describe('telling a browser no more', () => {
  it('says why', () =>
    given(both)
      .when({ type: 'UnsubscribePush', subscriptionId: 'phone', why: 'gone' })
      .then(ended('phone', 'gone')));
  it('that is not told is nothing', () =>
    given(both).when({ type: 'UnsubscribePush', subscriptionId: 'tablet', why: 'removed' }).thenNothing());
  it('comes with the end of its session', () =>
    given(both).when({ type: 'EndPush', ended: 'session-phone' }).then(ended('phone', 'signed-out')));
  it('comes with the end of all sessions but one', () =>
    given(both).when({ type: 'EndPush', kept: 'session-phone' }).then(ended('laptop', 'signed-out')));
  it('comes with the end of all sessions', () =>
    given(both)
      .when({ type: 'EndPush', kept: undefined })
      .then(ended('phone', 'signed-out'), ended('laptop', 'signed-out')));
});

describe('who is told', () => {
  const told = (type: string, data: object): readonly string[] | undefined => {
    const event = { type, data: { userId, sealed: 'x', ...data }, at: at(1) } as unknown as UserEvent;
    const open = () => ({
      ...sealedOf(browserNamed('tablet')),
      passwordHash: 'new',
      email: 'new@people.test',
    });
    return evolveUser({ ...ADA, ...both } as User, event, open)?.pushDevices?.map(({ id }) => id);
  };

  it('follows the events', () => {
    expect(told('PushSubscribed', { subscriptionId: 'tablet' })).toEqual(['phone', 'laptop', 'tablet']);
    expect(told('PushSubscribed', { subscriptionId: 'phone' })).toEqual(['laptop', 'phone']);
    expect(told('PushUnsubscribed', { subscriptionId: 'phone', why: 'gone' })).toEqual(['laptop']);
  });

  it.each(['PasswordChanged', 'EmailChanged', 'SignedOutEverywhere'])('is nobody after %s', (type) =>
    expect(told(type, {})).toBeUndefined(),
  );
});
