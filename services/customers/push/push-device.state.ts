import type { PushLanguage } from '../../contracts/devices/push.contract.js';
import type { UserEvent } from '../user.events.js';

export interface PushDevice {
  readonly id: string;
  /** ISO 8601. */
  readonly since: string;
  /**
   * Address of the push service and keys of the browser. `p256dh` and `auth` encrypt the messages
   * to `endpoint`.
   */
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly device: string;
  readonly language: PushLanguage;
  readonly session: string;
}

export type SealedPushDevice = Omit<PushDevice, 'id' | 'since'>;

type StoredPushDevice = Omit<SealedPushDevice, 'language'> & { readonly language?: PushLanguage };
type PushEvent = Extract<UserEvent, { readonly type: 'PushSubscribed' | 'PushUnsubscribed' }>;

export function evolvePushDevices(
  devices: readonly PushDevice[] = [],
  event: PushEvent,
  open: (sealed: string) => Record<string, unknown> | undefined,
): readonly PushDevice[] | undefined {
  const { subscriptionId: id } = event.data;
  const others = devices.filter((device) => device.id !== id);
  if (event.type === 'PushUnsubscribed') return others;
  const opened = open(event.data.sealed) as StoredPushDevice | undefined;
  if (!opened) return undefined;
  // Use English for older events without `language`, because push messages were English then.
  const { endpoint, p256dh, auth, device, language = 'en', session } = opened;
  return [...others, { id, since: event.at, endpoint, p256dh, auth, device, language, session }];
}
