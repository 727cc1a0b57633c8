import { PUSH_CALLS } from '../../../services/contracts/devices/push.contract.js';
import type { CallAnswer } from '../../../services/contracts/calls.js';
import type { Language } from '../languages/choice.js';
import { keepLanguage } from '../worker/kept-language.js';
import { call, knowCalls, type CallResult } from './call.js';

knowCalls(PUSH_CALLS);

/** Storage key for the id of this browser's entry in `pushDevices`. The id is not secret. */
const KEPT = 'naira-ledger-push';

export const canBeTold = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export const keptSubscription = (): string | null => localStorage.getItem(KEPT);

const subscriptionOf = async (): Promise<PushSubscription | null | undefined> =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

/**
 * Sends the browser's push subscription to the server, which links it to the current session. When this
 * session ends, the server deletes the subscription.
 */
async function bind(
  subscription: PushSubscription,
  language: Language,
): Promise<CallResult<CallAnswer<'addPushDevice'>>> {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  const result = await call('addPushDevice', { endpoint: endpoint ?? '', p256dh, auth, language });
  if ('data' in result) {
    localStorage.setItem(KEPT, result.data.id);
    // Ignore a failure of `keepLanguage`, because notifications still arrive, although in English.
    await keepLanguage(language).catch(() => undefined);
  } else await unbind();
  return result;
}

/**
 * Result of a subscription. `blocked` means that the person refused the permission, or that the browser
 * cannot subscribe.
 */
export type Told = CallResult<CallAnswer<'addPushDevice'>> | 'blocked';

/**
 * Calls `unbind` first, because the browser may still have the subscription of a different person.
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

/** Links the existing push subscription to the current session. Call after a login or a change of the language. */
export async function rebind(language: Language): Promise<void> {
  const kept = keptSubscription();
  if (kept === null || !canBeTold()) return;
  const [result, subscription] = await Promise.all([call('pushDevices', {}), subscriptionOf()]);
  if (!('data' in result)) return;
  const own = result.data.devices.find(({ id }) => id === kept);
  if (!own || !subscription) await unbind();
  else if (!own.current || own.language !== language) await bind(subscription, language);
}
