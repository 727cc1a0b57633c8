import { IDEMPOTENCY_HEADER } from '../../../../services/contracts/calls.js';
import { call } from '../../api/call.js';
import { isUndecided, type Failure } from '../../api/failure.js';
import { purchaseIntents, type PurchaseIntent } from './purchase-intent.js';

const PAUSES_MS = [1_000, 2_500];

/** How asking for a purchase ended. `undecided` is not a failure: nobody has told us. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly reference: string }
  | { readonly kind: 'undecided' }
  | { readonly kind: 'refused'; readonly failure: Failure; readonly inDoubt: boolean };

/** Sends a purchase and, while no answer comes back, sends the same one again under the same key. */
export async function sendPurchase(intent: PurchaseIntent, pin: string, again: boolean): Promise<Outcome> {
  purchaseIntents.markSent(intent);
  for (let attempt = 0; ; attempt += 1) {
    const result = await call(
      'buyAirtime',
      {
        amount: intent.amount,
        network: intent.network,
        phone: intent.phone,
        transaction_pin: pin,
        ...(again ? { confirm_duplicate: true } : {}),
      },
      { headers: { [IDEMPOTENCY_HEADER]: intent.key } },
    );
    if ('data' in result) return { kind: 'accepted', reference: result.data.reference };
    if (!isUndecided(result.failure)) {
      // A refusal of a repetition (a wrong PIN, say) tells nothing about the time we got no answer.
      const inDoubt = intent.sent || attempt > 0;
      if (!inDoubt) purchaseIntents.markRefused(intent);
      return { kind: 'refused', failure: result.failure, inDoubt };
    }
    const pause = PAUSES_MS[attempt];
    if (pause === undefined) return { kind: 'undecided' };
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
