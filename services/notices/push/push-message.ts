import { hash } from 'node:crypto';
import type { PushMessage } from '../../../infra/push/push-sender.js';
import type { PushLanguage } from '../../contracts/devices/push.contract.js';
import { formatNaira } from '../../contracts/money.js';
import { ownEntry } from '../../contracts/own-entry.js';
import { SERVICE_NAMES } from '../../contracts/services.js';
import type { UserEvent } from '../../customers/user.events.js';
import type { WalletEvent } from '../../wallet/wallet.events.js';
import type { MoneyNews } from '../mail-templates.js';
import type { PurchaseEnded } from '../purchase-facts.js';
import { PUSH_TEXTS } from './push-texts.js';

/** Acts of staff that concern a customer's money. */
export type StaffNews = Extract<WalletEvent | UserEvent, { readonly type: MoneyNews }>;

export type PushNews = PurchaseEnded | StaffNews | Extract<WalletEvent, { readonly type: 'WalletFunded' }>;

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
  const of = (title: string, body: string, at = '/thistory'): ShownNews => ({ title, body, tag, path: at });
  const into = (kobo: string): string =>
    t('{amount} is in your wallet', { amount: formatNaira(BigInt(kobo)) });
  const from = (kobo: string): string =>
    t('{amount} was taken from your wallet', { amount: formatNaira(BigInt(kobo)) });
  switch (news.type) {
    case 'WalletFunded':
      return of(into(news.data.credited), t('Your payment has arrived.'), '/funding-history');
    case 'ManualFundingCredited':
      return of(into(news.data.amount), t('Your payment has arrived.'), '/funding-history');
    case 'WalletAdjusted': {
      const { delta } = news.data;
      const title = delta.startsWith('-') ? from(delta.slice(1)) : into(delta);
      return of(title, t('Our staff changed your balance.'));
    }
    case 'FundingChargedBack':
      return of(from(news.data.debited), t('The bank of the payer disputes a payment.'));
    case 'ChargebackWon':
      return of(into(news.data.credited), t('A disputed payment is back.'));
    case 'SpendingFrozen':
      return of(t('Spending from your wallet was stopped'), t('Your money stays yours.'));
    case 'SpendingUnfrozen':
      return of(t('You can spend from your wallet again'), t('Our staff ended the stop.'));
    case 'PayoutsAllowed':
      return of(t('Money can leave your wallet again'), t('Our staff ended the wait.'));
    default:
      return purchaseNews(news, t, { tag, path });
  }
}

function purchaseNews(
  news: PurchaseEnded,
  t: Say,
  { tag, path }: Pick<ShownNews, 'tag' | 'path'>,
): ShownNews {
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
