import { PUSH_CALLS } from '../../../services/contracts/devices/push.contract.js';
import type { CallAnswer } from '../../../services/contracts/calls.js';
import type { Language } from '../languages/choice.js';
import { keepLanguage } from '../worker/kept-language.js';
import { call, knowCalls, type CallResult } from './call.js';

knowCalls(PUSH_CALLS);

/**
 * Storage key of the push subscription's id. The id is no secret; it only finds this browser in
 * `pushDevices`.
 */
const KEPT = 'naira-ledger-push';

export const canBeTold = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export const keptSubscription = (): string | null => localStorage.getItem(KEPT);

const subscriptionOf = async (): Promise<PushSubscription | null | undefined> =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

/**
 * Registers the browser's push subscription with the current session. The server drops the subscription when
 * that session ends.
 */
async function bind(
  subscription: PushSubscription,
  language: Language,
): Promise<CallResult<CallAnswer<'addPushDevice'>>> {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  const result = await call('addPushDevice', { endpoint: endpoint ?? '', p256dh, auth, language });
  if ('data' in result) {
    localStorage.setItem(KEPT, result.data.id);
    // Ignore a failure of `keepLanguage`: the subscription still works, but notifications are in English.
    await keepLanguage(language).catch(() => undefined);
  } else await unbind();
  return result;
}

/** `blocked` means that permission was refused, or that the browser cannot subscribe. */
export type Told = CallResult<CallAnswer<'addPushDevice'>> | 'blocked';

/**
 * Subscribes this browser. Calls `unbind` first, because an existing subscription may belong to another
 * person.
 * @param key server key, base64url
 */
export async function tellThisBrowser(key: string, language: Language): Promise<Told> {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked';
  await unbind();
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch(() => undefined);
  return subscription ? bind(subscription, language) : 'blocked';
}

export async function unbind(): Promise<void> {
  localStorage.removeItem(KEPT);
  await (await subscriptionOf())?.unsubscribe().catch(() => false);
}

/** Registers the subscription with the current session after a login or a change of language. */
export async function rebind(language: Language): Promise<void> {
  const kept = keptSubscription();
  if (kept === null || !canBeTold()) return;
  const [result, subscription] = await Promise.all([call('pushDevices', {}), subscriptionOf()]);
  if (!('data' in result)) return;
  const own = result.data.devices.find(({ id }) => id === kept);
  if (!own || !subscription) await unbind();
  else if (!own.current || own.language !== language) await bind(subscription, language);
}
