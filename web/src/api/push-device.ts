import { PUSH_CALLS } from '../../../services/contracts/devices/push.contract.js';
import type { CallAnswer } from '../../../services/contracts/calls.js';
import type { Language } from '../languages/choice.js';
import { keepLanguage } from '../worker/kept-language.js';
import { call, knowCalls, type CallResult } from './call.js';

knowCalls(PUSH_CALLS);

/** Where the id of this browser's subscription is kept: no secret, and good for nothing but to know it in a list. */
const KEPT = 'naira-ledger-push';

/** Whether this browser can be told anything while its page is closed. */
export const canBeTold = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The id of the subscription of this browser; null where it has none. */
export const keptSubscription = (): string | null => localStorage.getItem(KEPT);

const subscriptionOf = async (): Promise<PushSubscription | null | undefined> =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

/** Says where this browser has its messages delivered, and what they are to be in. The session that says it is the one that it ends with. */
async function bind(
  subscription: PushSubscription,
  language: Language,
): Promise<CallResult<CallAnswer<'addPushDevice'>>> {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  const result = await call('addPushDevice', { endpoint: endpoint ?? '', p256dh, auth, language });
  if ('data' in result) {
    localStorage.setItem(KEPT, result.data.id);
    // Without it the worker speaks English, and nothing else is amiss.
    await keepLanguage(language).catch(() => undefined);
  } else await unbind();
  return result;
}

/** `blocked`: the browser, or who uses it, does not want it. */
export type Told = CallResult<CallAnswer<'addPushDevice'>> | 'blocked';

/** Has this browser told, anew: what somebody before subscribed to is theirs. @param key of the server, base64url */
export async function tellThisBrowser(key: string, language: Language): Promise<Told> {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked';
  await unbind();
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch(() => undefined);
  return subscription ? bind(subscription, language) : 'blocked';
}

/** Nothing is delivered to this browser any more, whoever it was for. */
export async function unbind(): Promise<void> {
  localStorage.removeItem(KEPT);
  await (await subscriptionOf())?.unsubscribe().catch(() => false);
}

/**
 * After a login, and when another language is chosen: what this browser is told belongs to the session there is now. Where it is somebody else's, or was ended from elsewhere,
 * nothing is delivered here any more.
 */
export async function rebind(language: Language): Promise<void> {
  const kept = keptSubscription();
  if (kept === null || !canBeTold()) return;
  const [result, subscription] = await Promise.all([call('pushDevices', {}), subscriptionOf()]);
  if (!('data' in result)) return;
  const own = result.data.devices.find(({ id }) => id === kept);
  if (!own || !subscription) await unbind();
  else if (!own.current || own.language !== language) await bind(subscription, language);
}
