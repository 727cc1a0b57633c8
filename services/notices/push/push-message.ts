import { hash } from 'node:crypto';
import type { PushMessage } from '../../../infra/push/push-sender.js';
import type { PushLanguage } from '../../contracts/devices/push.contract.js';
import { formatNaira } from '../../contracts/money.js';
import { ownEntry } from '../../contracts/own-entry.js';
import { SERVICE_NAMES } from '../../contracts/services.js';
import type { WalletEvent } from '../../wallet/wallet.events.js';
import { PUSH_TEXTS } from './push-texts.js';

export type PushNews = Extract<
  WalletEvent,
  { readonly type: 'PurchaseCaptured' | 'PurchaseReleased' | 'PurchaseReversed' | 'WalletFunded' }
>;

export interface ShownNews {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly path: string;
}

/** Seconds for which the push service tries to deliver a message. */
const KEPT_FOR_S = 24 * 3_600;
const TOPIC_LENGTH = 32;

type Say = (english: string, values?: Readonly<Record<string, string>>) => string;

const sayerOf =
  (language: PushLanguage): Say =>
  (english, values = {}) =>
    (ownEntry(PUSH_TEXTS[language], english) ?? english).replace(
      /\{(\w+)\}/g,
      (place, name: string) => ownEntry(values, name) ?? place,
    );

interface Told {
  readonly reference: string | undefined;
  readonly language: PushLanguage;
}

/**
 * Makes the notification for the locked screen of a phone. Other people may see this screen, so the
 * text contains no recipient, no balance and no name.
 */
export function newsOf(news: PushNews, { reference, language }: Told): ShownNews {
  const tag = tagOf(news);
  const path = reference === undefined ? '/thistory' : `/receipt/${encodeURIComponent(reference)}`;
  const t = sayerOf(language);
  if (news.type === 'WalletFunded') {
    const title = t('{amount} is in your wallet', { amount: formatNaira(BigInt(news.data.credited)) });
    return { title, body: t('Your payment has arrived.'), tag, path: '/funding-history' };
  }
  const { service, price } = news.data;
  const thing = t(SERVICE_NAMES[service]);
  const amount = formatNaira(BigInt(price));
  switch (news.type) {
    case 'PurchaseCaptured': {
      const released = BigInt(news.data.released ?? '0');
      const paid = t('You paid {amount}.', { amount });
      const rest = t('{amount} came back.', { amount: formatNaira(released) });
      return {
        title: t('{thing} delivered', { thing }),
        body: released > 0n ? `${paid} ${rest}` : paid,
        tag,
        path,
      };
    }
    case 'PurchaseReleased':
      return {
        title: t('{thing} not delivered', { thing }),
        body: t('{amount} is back in your wallet.', { amount }),
        tag,
        path,
      };
    case 'PurchaseReversed':
      return {
        title: t('{thing} taken back', { thing }),
        body: t('{amount} was returned to your wallet.', { amount }),
        tag,
        path,
      };
  }
}

export const pushMessageOf = (shown: ShownNews): PushMessage => ({
  payload: JSON.stringify(shown),
  topic: shown.tag,
  keptForS: KEPT_FOR_S,
});

/**
 * Returns the tag of all messages about one event. The tag is a hash, so that the push service
 * learns nothing about the event.
 */
const tagOf = ({ id }: PushNews): string => hash('sha256', id, 'base64url').slice(0, TOPIC_LENGTH);
