import { personOf } from '../forgetting.js';
import { projectionOn, type ProjectedEvent } from '../../infra/projections/projection.js';
import type { Operation } from '../../infra/read-store/view.js';
import { type Artefacts, tokenPinOf } from '../../services/contracts/artefacts.js';
import { productLabel } from '../../services/products/products.js';
import { productOf, type TransactionStatus } from '../../services/contracts/services.js';
import type { TransactionStepName } from '../../services/contracts/history.contract.js';
import type { PurchaseEvent } from '../../services/purchases/purchase.events.js';
import type { WalletEvent } from '../../services/wallet/wallet.events.js';
import { type HistoryRow, historyView } from './history.view.js';
import { deliveryFacts, orderFacts } from './receipt-facts.js';

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
    balance_after_return: null,
    recipient: typeof recipient === 'string' ? recipient : null,
    token_pin: null,
    order_facts: opened ? orderFacts(product, opened) : null,
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

const returned = (
  { purchaseId, availableAfter }: { readonly purchaseId: string; readonly availableAfter: string },
  word: TransactionStatus,
): Operation => ({
  op: 'set',
  key: purchaseId,
  columns: { status: word, balance_after_return: BigInt(availableAfter) },
});

const captured = ({ purchaseId, price, part, released = '0', availableAfter }: Captured): Operation => ({
  op: 'set',
  key: purchaseId,
  columns: {
    status: 'Successful',
    ...(part && {
      price: BigInt(price),
      refunded: BigInt(released),
      part: `${part.delivered} of ${part.of}`,
      balance_after_return: BigInt(availableAfter),
    }),
  },
});

const handedOver = (purchaseId: string, artefacts: Artefacts): Operation => ({
  op: 'set',
  key: purchaseId,
  columns: { token_pin: tokenPinOf(artefacts) ?? null, delivery_facts: deliveryFacts(artefacts) },
});

const handed = (
  { data: { purchaseId } }: { readonly data: { readonly purchaseId: string } },
  opened: ProjectedEvent['opened'],
): readonly Operation[] => (opened ? [handedOver(purchaseId, opened as Artefacts)] : []);

/** Purchase events set the steps of a purchase. Wallet events set its final status. */
export const historyProjection = projectionOn<WalletEvent | PurchaseEvent, HistoryRow>({
  view: historyView,
  person: personOf,
  list: 'history',
  adminList: 'transactions',
  on: {
    AttemptStarted: ({ at, data: { purchaseId, vendor } }) => [
      { op: 'set', key: purchaseId, columns: { vendor } },
      step(purchaseId, 'sent', at),
    ],
    AttemptPending: ({ at, data }) => [step(data.purchaseId, 'pending', at)],
    AttemptOutcomeUnknown: ({ at, data }) => [step(data.purchaseId, 'unknown', at)],
    ReviewRequired: ({ at, data }) => [step(data.purchaseId, 'review', at)],
    PurchaseCaptured: ({ at, data }) => [captured(data), step(data.purchaseId, 'delivered', at)],
    PurchaseReleased: ({ at, data }) => [returned(data, 'Refunded'), step(data.purchaseId, 'refunded', at)],
    PurchaseReversed: ({ at, data }) => [returned(data, 'Reversed'), step(data.purchaseId, 'reversed', at)],
  },
  onOpened: {
    PurchaseAccepted: (event, opened) => [{ op: 'put', row: acceptedRow(event, opened) }],
    AttemptDelivered: handed,
    PartiallyDelivered: handed,
    AttemptConfirmed: handed,
    ReviewResolved: handed,
  },
});
