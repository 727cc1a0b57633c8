import { hash } from 'node:crypto';
import type { PushMessage } from '../../../infra/push/push-sender.js';
import { formatNaira } from '../../contracts/money.js';
import { SERVICE_NAMES } from '../../contracts/services.js';
import type { WalletEvent } from '../../wallet/wallet.events.js';

/** What somebody is told while their page is closed. */
export type PushNews = Extract<
  WalletEvent,
  { readonly type: 'PurchaseCaptured' | 'PurchaseReleased' | 'PurchaseReversed' | 'WalletFunded' }
>;

/** What the service worker shows. */
export interface ShownNews {
  readonly title: string;
  readonly body: string;
  /** Of two with the same tag the device shows one. */
  readonly tag: string;
  /** The page that it opens. */
  readonly path: string;
}

/** Seconds. Whoever looks later finds it in the history. */
const KEPT_FOR_S = 24 * 3_600;
const TOPIC_LENGTH = 32;

/**
 * What happened, without the recipient, the balance or a name: it stands on a locked screen that others see.
 * @param reference of the purchase; undefined of money in, and where the purchase has none yet
 */
export function newsOf(news: PushNews, reference: string | undefined): ShownNews {
  const tag = tagOf(news);
  const path = reference === undefined ? '/thistory' : `/receipt/${encodeURIComponent(reference)}`;
  if (news.type === 'WalletFunded') {
    const title = `${formatNaira(BigInt(news.data.credited))} is in your wallet`;
    return { title, body: 'Your payment has arrived.', tag, path: '/funding-history' };
  }
  const { service, price } = news.data;
  const [name, amount] = [SERVICE_NAMES[service], formatNaira(BigInt(price))];
  switch (news.type) {
    case 'PurchaseCaptured': {
      const released = BigInt(news.data.released ?? '0');
      const rest = released > 0n ? ` ${formatNaira(released)} came back.` : '';
      return { title: `${name} delivered`, body: `You paid ${amount}.${rest}`, tag, path };
    }
    case 'PurchaseReleased':
      return {
        title: `${name} not delivered`,
        body: `${amount} is back in your wallet.`,
        tag,
        path,
      };
    case 'PurchaseReversed':
      return { title: `${name} taken back`, body: `${amount} was returned to your wallet.`, tag, path };
  }
}

export const pushMessageOf = (shown: ShownNews): PushMessage => ({
  payload: JSON.stringify(shown),
  topic: shown.tag,
  keptForS: KEPT_FOR_S,
});

/** The same however often it is told, and says nothing to the push service. */
const tagOf = ({ id }: PushNews): string => hash('sha256', id, 'base64url').slice(0, TOPIC_LENGTH);
