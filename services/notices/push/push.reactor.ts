import type { Reactor } from '../../../infra/checkpoints/run-reactor.js';
import type { Json, RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { PushSender } from '../../../infra/push/push-sender.js';
import type { User } from '../../customers/user.state.js';
import { type UserEvent, userEvent, userOf } from '../../customers/user.events.js';
import { walletEvent, type WalletEvent } from '../../wallet/wallet.events.js';
import { MONEY_NEWS } from '../mail-templates.js';
import type { PurchaseEnded } from '../purchase-facts.js';
import { newsOf, pushMessageOf, type PushNews } from './push-message.js';

export interface PushReactorDeps {
  readonly sender: Pick<PushSender, 'send'>;
  readonly people: {
    onRecorded(event: Pick<RecordedEvent, 'stream' | 'data'>): void;
    byId(userId: string): Promise<Pick<User, 'userId' | 'pushDevices'> | undefined>;
  };
  readonly referenceOf: (news: PurchaseEnded) => Promise<string | undefined>;
  readonly now: () => number;
  /**
   * Called when a subscription no longer exists, according to the push service. The same
   * subscription may be reported several times.
   */
  readonly onGone: (userId: string, subscriptionId: string) => void;
  /** Maximum number of events whose messages are sent at the same time. Default: 2. */
  readonly sendingMax?: number;
}

const NEWS_MS = 3_600_000;
const REMEMBERED_MAX = 1_024;

const NEWS: ReadonlySet<string> = new Set<PushNews['type']>([
  'PurchaseCaptured',
  'PurchaseReleased',
  'PurchaseReversed',
  'WalletFunded',
  // `WalletFunded` follows `UnmatchedAssigned` and tells of the same money.
  ...MONEY_NEWS.filter((type) => type !== 'UnmatchedAssigned'),
]);
const isNews = (event: WalletEvent | UserEvent | undefined): event is PushNews =>
  event !== undefined && NEWS.has(event.type);
const isPurchase = (news: PushNews): news is PurchaseEnded => news.type.startsWith('Purchase');

/**
 * Sends a message about each event to each subscribed browser of the customer, at least once. A failed message
 * is tried again for `NEWS_MS`.
 */
export function pushReactor({ sendingMax = 2, ...deps }: PushReactorDeps): Reactor {
  const sent = new Set<string>();

  const remember = (key: string): void => {
    sent.add(key);
    for (const oldest of sent) {
      if (sent.size <= REMEMBERED_MAX) break;
      sent.delete(oldest);
    }
  };

  async function tell(recorded: RecordedEvent, news: PushNews): Promise<void> {
    const { userId } = news.data;
    const isOld = (): boolean => deps.now() - Date.parse(recorded.at) > NEWS_MS;
    if (isOld()) return;
    const devices = (await deps.people.byId(userId))?.pushDevices ?? [];
    const waiting = devices.filter(({ id }) => !sent.has(`${recorded.position}:${id}`));
    if (waiting.length === 0) return;
    const reference = isPurchase(news) ? await deps.referenceOf(news) : undefined;
    const left = waiting.values();
    const faults: unknown[] = [];
    const one = async (): Promise<void> => {
      for (const device of left)
        try {
          const message = pushMessageOf(newsOf(news, { reference, language: device.language }));
          const outcome = await deps.sender.send(device, message);
          remember(`${recorded.position}:${device.id}`);
          if (outcome === 'gone') deps.onGone(userId, device.id);
        } catch (error) {
          faults.push(error);
        }
    };
    await Promise.all(Array.from({ length: sendingMax }, one));
    if (faults.length > 0) throw faults[0];
  }

  return {
    name: 'push',
    restore(state) {
      for (const key of Array.isArray(state) ? state : []) sent.add(String(key));
    },
    state: (): Json => [...sent],
    wants: (type, stream) => NEWS.has(type) || userOf(stream) !== undefined,
    react(recorded) {
      deps.people.onRecorded(recorded);
      if (!NEWS.has(recorded.type)) return undefined;
      if (deps.now() - Date.parse(recorded.at) > NEWS_MS) return undefined;
      const news = walletEvent(recorded) ?? userEvent(recorded);
      if (!isNews(news)) return undefined;
      // Send no message about demonstration money or imported balances (`opening`), because no payment arrived.
      if (news.type === 'WalletFunded' && news.data.provider === 'opening') return undefined;
      return tell(recorded, news);
    },
  };
}
