import { RuleBroken } from '../../contracts/errors.js';
import type { PushEnd, UserEventDraft } from '../user.events.js';
import type { User } from '../user.state.js';
import type { SealedPushDevice } from './push-device.state.js';

/** Most browsers per person. */
export const PUSH_DEVICES_MAX = 10;

export type PushCommand =
  | {
      readonly type: 'SubscribePush';
      readonly subscriptionId: string;
      readonly personal: SealedPushDevice;
      readonly epoch: number | undefined;
    }
  /** Stores nothing when the id is unknown. */
  | { readonly type: 'UnsubscribePush'; readonly subscriptionId: string; readonly why: PushEnd }
  | { readonly type: 'EndPush'; readonly ended: string }
  | { readonly type: 'EndPush'; readonly kept: string | undefined };

/** @throws RuleBroken(EMAIL_NOT_VERIFIED | PUSH_DEVICES_FULL) */
export function decidePush(
  command: PushCommand,
  { userId, pushDevices = [], emailVerified }: Pick<User, 'userId' | 'pushDevices' | 'emailVerified'>,
): readonly UserEventDraft[] {
  switch (command.type) {
    case 'SubscribePush': {
      const { personal } = command;
      if (!emailVerified) throw new RuleBroken('EMAIL_NOT_VERIFIED');
      const there = pushDevices.find(({ endpoint }) => endpoint === personal.endpoint);
      if (there && isSame(there, personal)) return [];
      if (!there && pushDevices.length >= PUSH_DEVICES_MAX)
        throw new RuleBroken('PUSH_DEVICES_FULL', { most: PUSH_DEVICES_MAX });
      const subscriptionId = there?.id ?? command.subscriptionId;
      return [{ type: 'PushSubscribed', data: { userId, subscriptionId }, personal: { ...personal } }];
    }
    case 'UnsubscribePush': {
      const { subscriptionId, why } = command;
      return pushDevices
        .filter(({ id }) => id === subscriptionId)
        .map(() => ({ type: 'PushUnsubscribed', data: { userId, subscriptionId, why } }));
    }
    case 'EndPush':
      return pushDevices
        .filter(({ session }) => ('ended' in command ? session === command.ended : session !== command.kept))
        .map(({ id }) => ({
          type: 'PushUnsubscribed',
          data: { userId, subscriptionId: id, why: 'signed-out' },
        }));
  }
}

const isSame = (one: SealedPushDevice, other: SealedPushDevice): boolean =>
  one.p256dh === other.p256dh &&
  one.auth === other.auth &&
  one.device === other.device &&
  one.language === other.language &&
  one.session === other.session;
