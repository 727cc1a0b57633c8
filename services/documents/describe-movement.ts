import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import { productLabel } from '../products/products.js';
import { productOf, SERVICE_NAMES } from '../contracts/services.js';
import { shownText } from '../contracts/fields/plain-text.js';
import { ownEntry } from '../contracts/own-entry.js';
import { purchaseReference } from '../purchases/accept/references.js';
import { walletEvent, type PurchaseAccepted } from '../wallet/wallet.events.js';

type Open = (sealed: string) => Record<string, unknown> | undefined;

interface Described {
  readonly reference: string;
  readonly description: string;
}

const AFTERWARDS: Readonly<Record<string, string>> = {
  PurchaseCaptured: 'Part not delivered, given back',
  PurchaseReleased: 'Refund, not delivered',
  PurchaseReversed: 'Reversal, taken back by the provider',
};

/**
 * Returns the reference and the description of a change of a wallet. `shownText` makes hidden characters
 * visible, because banks and vendors write parts of these texts.
 */
export function describeMovement(event: RecordedEvent, open: Open): Described {
  const { reference, description } = wordsOf(event, open);
  return { reference: shownText(reference), description: shownText(description) };
}

function wordsOf(event: RecordedEvent, open: Open): Described {
  const known = walletEvent(event);
  if (known?.type === 'PurchaseAccepted')
    return { reference: known.data.reference, description: purchase(known.data, open) };
  const { data, type } = event;
  switch (type) {
    case 'WalletFunded':
      return {
        reference: textOf(data['transactionReference']),
        description:
          data['balanceDate'] === undefined
            ? `Funding, ${textOf(data['source'])}`
            : `${textOf(data['source'])} of ${textOf(data['balanceDate'])}`,
      };
    case 'UpgradeCharged':
      return { reference: '', description: 'Upgrade to Affiliate' };
    case 'BvnCharged':
      return { reference: '', description: SERVICE_NAMES.bvn };
    case 'ManualFundingCredited':
      return { reference: textOf(data['reference']), description: `Funding, ${textOf(data['bank'])}` };
    case 'FundingChargedBack':
      return {
        reference: textOf(data['transactionReference']),
        description: 'Chargeback, taken back by the paying bank',
      };
    case 'ChargebackWon':
      return {
        reference: textOf(data['transactionReference']),
        description: 'Given back after a chargeback',
      };
    case 'HouseFunded':
      return { reference: '', description: 'House funding' };
    case 'WalletAdjusted':
      return { reference: '', description: 'Adjustment' };
    default: {
      const service = ownEntry<string>(SERVICE_NAMES, textOf(data['service']));
      const purchaseId = textOf(data['purchaseId']);
      const words = [service, ownEntry(AFTERWARDS, type) ?? type].filter((word) => word !== undefined);
      return {
        reference: purchaseId === '' ? '' : purchaseReference(purchaseId),
        description: words.join(': '),
      };
    }
  }
}

function purchase({ product, sealed }: PurchaseAccepted, open: Open): string {
  const label = productLabel(productOf(product));
  const recipient = open(sealed)?.['recipient'];
  return typeof recipient === 'string' ? `${label}, ${recipient}` : label;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
