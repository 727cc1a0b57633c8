import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import { productLabel } from '../contracts/product-label.js';
import { productOf, type StoredProduct } from '../contracts/products.js';
import { SERVICE_NAMES, type Service } from '../contracts/services.js';
import { purchaseReference } from '../purchases/purchase-reference.js';

type Open = (sealed: string) => Record<string, unknown> | undefined;

interface Described {
  readonly reference: string;
  readonly description: string;
}

/** What happened to the money of a service after the purchase. */
const AFTERWARDS: Readonly<Record<string, string>> = {
  PurchaseCaptured: 'Part not delivered, given back',
  PurchaseReleased: 'Refund, not delivered',
  PurchaseReversed: 'Reversal, taken back by the provider',
};

/** A wallet event as a line of a statement. */
export function describeMovement(event: RecordedEvent, open: Open): Described {
  const { data, type } = event;
  switch (type) {
    case 'WalletFunded':
      return {
        reference: textOf(data['transactionReference']),
        description: `Funding, ${textOf(data['source'])}`,
      };
    case 'PurchaseAccepted':
      return { reference: textOf(data['reference']), description: purchase(event, open) };
    case 'UpgradeCharged':
      return { reference: '', description: 'Upgrade to Affiliate' };
    case 'BvnCharged':
      return { reference: '', description: SERVICE_NAMES.bvn };
    case 'WalletAdjusted':
      return { reference: '', description: 'Adjustment' };
    default: {
      const service = SERVICE_NAMES[data['service'] as Service] as string | undefined;
      const purchaseId = textOf(data['purchaseId']);
      const words = [service, AFTERWARDS[type] ?? type].filter((word) => word !== undefined);
      return {
        reference: purchaseId === '' ? '' : purchaseReference(purchaseId),
        description: words.join(': '),
      };
    }
  }
}

function purchase({ data }: RecordedEvent, open: Open): string {
  const label = productLabel(productOf(data['product'] as unknown as StoredProduct));
  const recipient = open(textOf(data['sealed']))?.['recipient'];
  return typeof recipient === 'string' ? `${label}, ${recipient}` : label;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
