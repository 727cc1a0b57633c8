import type { Service } from '../../../../services/contracts/services.js';
import { forwardSteps } from '../../../../services/contracts/history.contract.js';
import type { Transaction } from '../../api/transactions.api.js';
import type { Product } from '../products.js';
import { type Message, msg, t } from '../../languages/language.js';

/**
 * Stage of an open purchase. `silent` means that the provider does not answer. `checked` means that a
 * reviewer decides about the purchase.
 */
type Progress = 'going' | 'silent' | 'checked';

const PROVIDER_WORDS = ['unknown', 'pending', 'review'] as const;
export type ProviderWord = (typeof PROVIDER_WORDS)[number];

export function latestWord({
  steps,
}: Pick<Transaction, 'steps'>): { readonly step: ProviderWord; readonly at: string } | undefined {
  const last = forwardSteps(steps).at(-1);
  const step = PROVIDER_WORDS.find((word) => word === last?.step);
  return last && step && { step, at: last.at };
}

function progressOf(transaction: Pick<Transaction, 'steps'>): Progress {
  const word = latestWord(transaction)?.step;
  if (word === 'review') return 'checked';
  return word === 'unknown' ? 'silent' : 'going';
}

const OPEN_TITLE: Readonly<Record<Progress, Message>> = {
  going: msg('Your {thing} is on its way'),
  silent: msg('Your {thing} is taking longer than usual'),
  checked: msg('Your {thing} is being checked'),
};

export const serviceOf = (transaction: Transaction): Service => transaction.service.toLowerCase() as Service;

export function titleOf(transaction: Transaction, receipt: Product['receipt'] | undefined): string {
  const thing = receipt ? t(receipt.thing) : transaction.service;
  switch (transaction.transaction_status) {
    case 'Pending':
      return t(OPEN_TITLE[progressOf(transaction)], {
        thing: receipt?.yourThing ? t(receipt.yourThing) : thing.toLowerCase(),
      });
    case 'Successful':
      return t('{thing} delivered', { thing });
    case 'Refunded':
      return t('Not delivered, money returned');
    case 'Reversed':
      return t('Reversed, money returned');
  }
}
