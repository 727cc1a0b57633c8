import type { PushLanguage } from '../../contracts/devices/push.contract.js';
import type { UserEvent } from '../user.events.js';

/** A browser that is told what happened while its page is closed. */
export interface PushDevice {
  readonly id: string;
  /** ISO 8601. */
  readonly since: string;
  /** The address at its push service, and the keys that messages are encrypted with for it alone. */
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** What the browser said it was. */
  readonly device: string;
  /** What it is told in. */
  readonly language: PushLanguage;
  /** Names the session that asked for it: it ends with that. */
  readonly session: string;
}

/** What of it is sealed for its owner. */
export type SealedPushDevice = Omit<PushDevice, 'id' | 'since'>;

type StoredPushDevice = Omit<SealedPushDevice, 'language'> & { readonly language?: PushLanguage };
type PushEvent = Extract<UserEvent, { readonly type: 'PushSubscribed' | 'PushUnsubscribed' }>;

/** The browsers of a person after what happened to one of them; undefined when the person's key is gone. */
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
  // The first browsers were all told in English, and did not say it.
  const { endpoint, p256dh, auth, device, language = 'en', session } = opened;
  return [...others, { id, since: event.at, endpoint, p256dh, auth, device, language, session }];
}
