import type { Stored } from '../../infra/event-store/event-store.js';
import { type Projection, projectionOn } from '../../infra/projections/projection.js';
import type { Operation } from '../../infra/read-store/view.js';
import { productOf } from '../../services/contracts/services.js';
import { productLabel } from '../../services/products/products.js';
import type { PurchaseEvent } from '../../services/purchases/purchase.events.js';
import { personOf } from '../forgetting.js';
import { type ExternalTransactionRow, externalTransactionsView } from './external-transactions.view.js';

type Required = Stored<Extract<PurchaseEvent, { type: 'ReviewRequired' }>>;

function requiredRow({
  at,
  position,
  data: { userId, purchaseId, why, order },
}: Required): ExternalTransactionRow {
  return {
    purchase_id: purchaseId,
    user_id: userId,
    reference: order?.reference ?? null,
    service: order?.service ?? null,
    vendor: order?.vendor ?? null,
    price: order ? BigInt(order.price) : null,
    opened_at: order?.openedAt ?? null,
    label: order?.product ? productLabel(productOf(order.product)) : null,
    why,
    open: true,
    standing: 'open',
    decided_by: null,
    decided_at: null,
    reason: null,
    after: null,
    at,
    asked_position: BigInt(position),
  };
}

const ifAsked = (purchaseId: string, columns: Partial<ExternalTransactionRow>): readonly Operation[] => [
  { op: 'setIfThere', key: purchaseId, columns },
];

const byVendor = (
  { at, data }: { readonly at: string; readonly data: { readonly purchaseId: string } },
  standing: 'refunded' | 'delivered',
): readonly Operation[] => ifAsked(data.purchaseId, { open: false, standing, decided_at: at });

const table = projectionOn<Stored<PurchaseEvent>, ExternalTransactionRow>({
  view: externalTransactionsView,
  person: personOf,
  adminList: 'external',
  on: {
    ReviewRequired: (event) => [{ op: 'put', row: requiredRow(event) }],
    ReviewResolved: ({ at, actor, data: { purchaseId, decision, reason } }) =>
      ifAsked(purchaseId, {
        open: false,
        standing: decision === 'refund' ? 'refunded' : 'delivered',
        decided_by: actor.id,
        decided_at: at,
        reason,
      }),
    AttemptDelivered: (event) => byVendor(event, 'delivered'),
    PartiallyDelivered: (event) => byVendor(event, 'delivered'),
    AttemptFailed: (event) => (event.data.nextVendor === undefined ? byVendor(event, 'refunded') : []),
    LateSuccessDetected: ({ data }) => ifAsked(data.purchaseId, { after: 'late' }),
    VendorReversed: ({ data }) => ifAsked(data.purchaseId, { after: 'reversed' }),
  },
});

const COMMON: ReadonlySet<string> = new Set(['AttemptDelivered', 'PartiallyDelivered', 'AttemptFailed']);

/**
 * Fills the list of reviews from purchase events. With wallet events, which follow later, decided reviews
 * would stay open too long.
 */
export const externalTransactionsProjection: Projection<ExternalTransactionRow> = {
  ...table,
  changes: (event) =>
    COMMON.has(event.type) && event.data['reviewed'] !== true ? [] : (table.changes?.(event) ?? []),
};
