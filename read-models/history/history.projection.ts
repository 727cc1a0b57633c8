import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import type { ProjectedEvent, Projection } from '../../infra/projections/projection.js';
import type { Operation } from '../../infra/read-store/view.js';
import { type Artefacts, tokenPinOf } from '../../services/contracts/artefacts.js';
import { productLabel } from '../../services/contracts/product-label.js';
import { productOf } from '../../services/contracts/products.js';
import type { TransactionStatus } from '../../services/contracts/services.js';
import type { TransactionStepName } from '../../services/contracts/transactions.js';
import type { PurchaseEvent } from '../../services/purchases/purchase.events.js';
import type { WalletEvent } from '../../services/wallet/wallet.events.js';
import { type HistoryRow, historyView } from './history.view.js';
import { deliveryFacts, orderFacts } from './receipt-facts.js';

type Told = (WalletEvent | PurchaseEvent) & RecordedEvent;
type Accepted = Extract<WalletEvent, { type: 'PurchaseAccepted' }>;
type Captured = Extract<WalletEvent, { type: 'PurchaseCaptured' }>['data'];

function acceptedRow({ at, data }: Accepted, opened: ProjectedEvent['opened']): HistoryRow {
  const recipient = opened?.['recipient'];
  const product = productOf(data.product);
  return {
    purchase_id: data.purchaseId,
    user_id: data.userId,
    reference: data.reference,
    service: data.service,
    label: productLabel(product),
    network: 'network' in product ? product.network : null,
    amount: BigInt(data.amount),
    discount: BigInt(data.discount),
    fee: BigInt(data.fee ?? '0'),
    price: BigInt(data.price),
    refunded: 0n,
    part: null,
    wallet_balance: BigInt(data.availableAfter),
    recipient: typeof recipient === 'string' ? recipient : null,
    token_pin: null,
    order_facts: opened ? orderFacts(product.service, opened) : null,
    delivery_facts: null,
    vendor: data.vendor,
    status: 'Pending',
    steps: [{ step: 'accepted', at }],
    at,
  };
}

const step = (purchaseId: string, name: TransactionStepName, at: string): Operation => ({
  op: 'push',
  key: purchaseId,
  column: 'steps',
  item: { step: name, at },
});

const status = (purchaseId: string, word: TransactionStatus): Operation => ({
  op: 'set',
  key: purchaseId,
  columns: { status: word },
});

const captured = ({ purchaseId, price, part, released = '0' }: Captured): Operation => ({
  op: 'set',
  key: purchaseId,
  columns: {
    status: 'Successful',
    ...(part && {
      price: BigInt(price),
      refunded: BigInt(released),
      part: `${part.delivered} of ${part.of}`,
    }),
  },
});

const handedOver = (purchaseId: string, artefacts: Artefacts): Operation => ({
  op: 'set',
  key: purchaseId,
  columns: { token_pin: tokenPinOf(artefacts) ?? null, delivery_facts: deliveryFacts(artefacts) },
});

/** The status follows the wallet, since money decides; the steps in between follow the conversation with the vendor. */
function project({ event, opened }: ProjectedEvent): readonly Operation[] {
  const told = event as unknown as Told;
  const { at } = told;
  switch (told.type) {
    case 'PurchaseAccepted':
      return [{ op: 'put', row: acceptedRow(told, opened) }];
    case 'AttemptStarted': {
      const { purchaseId, vendor } = told.data;
      return [{ op: 'set', key: purchaseId, columns: { vendor } }, step(purchaseId, 'sent', at)];
    }
    case 'AttemptPending':
      return [step(told.data.purchaseId, 'pending', at)];
    case 'AttemptOutcomeUnknown':
      return [step(told.data.purchaseId, 'unknown', at)];
    case 'ReviewRequired':
      return [step(told.data.purchaseId, 'review', at)];
    case 'AttemptDelivered':
    case 'PartiallyDelivered':
      return opened ? [handedOver(told.data.purchaseId, opened as Artefacts)] : [];
    case 'PurchaseCaptured':
      return [captured(told.data), step(told.data.purchaseId, 'delivered', at)];
    case 'PurchaseReleased':
      return [status(told.data.purchaseId, 'Refunded'), step(told.data.purchaseId, 'refunded', at)];
    case 'PurchaseReversed':
      return [status(told.data.purchaseId, 'Reversed'), step(told.data.purchaseId, 'reversed', at)];
    default:
      return [];
  }
}

const SHOWN: ReadonlySet<string> = new Set([
  'PurchaseAccepted',
  'AttemptStarted',
  'AttemptPending',
  'AttemptOutcomeUnknown',
  'ReviewRequired',
  'AttemptDelivered',
  'PartiallyDelivered',
  'PurchaseCaptured',
  'PurchaseReleased',
  'PurchaseReversed',
]);

export const historyProjection: Projection<HistoryRow> = {
  view: historyView,
  wants: (type) => SHOWN.has(type),
  opens: ['PurchaseAccepted', 'AttemptDelivered', 'PartiallyDelivered'],
  project,
  changes: ({ type, data }) =>
    SHOWN.has(type) ? { userId: String(data['userId']), list: 'history' } : undefined,
};
