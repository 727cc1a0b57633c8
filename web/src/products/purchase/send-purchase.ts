import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { IDEMPOTENCY_HEADER } from '../../../../services/contracts/wire-names.js';
import { call, type CallBody } from '../../api/call.js';
import { isUndecided, type Failure } from '../../api/failure.js';
import type { PasskeySignature } from './confirm/passkey-button.js';
import { purchaseIntents, type PurchaseIntent } from './purchase-intent.js';

const PAUSES_MS = [1_000, 2_500];

type Buying = 'buyAirtime';

export type Accepted = Pick<CallAnswer<Buying>, 'reference' | 'message'>;

/** Outcome of sending a purchase. `undecided` means that the purchase may or may not have been made. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly accepted: Accepted }
  | { readonly kind: 'undecided' }
  | { readonly kind: 'refused'; readonly failure: Failure; readonly inDoubt: boolean };

interface Consent {
  readonly pin: string | undefined;
  readonly passkey?: PasskeySignature | undefined;
  readonly again: boolean;
  /** Price in naira that is on screen. The server refuses the purchase when its own price is different. */
  readonly price: number | undefined;
}

/**
 * Sends the purchase call until an answer comes. Each try has the same `intent.key`, so the customer pays
 * only once.
 */
export async function sendPurchase(
  intent: PurchaseIntent,
  { pin, passkey, again, price }: Consent,
): Promise<Outcome> {
  purchaseIntents.markSent(intent, price);
  const { name, body } = intent.order.buy;
  const order = {
    ...body,
    ...(pin === undefined ? {} : { transaction_pin: pin }),
    ...(passkey && { passkey }),
    ...(price === undefined ? {} : { quoted_price: price }),
    ...(again ? { confirm_duplicate: true } : {}),
  };
  for (let attempt = 0; ; attempt += 1) {
    const result = await call(name as Buying, order as CallBody<Buying>, {
      headers: { [IDEMPOTENCY_HEADER]: intent.key },
    });
    if ('data' in result) return { kind: 'accepted', accepted: result.data };
    if (!isUndecided(result.failure)) {
      // Earlier attempts may have succeeded.
      const inDoubt = intent.sent || attempt > 0;
      if (!inDoubt) purchaseIntents.markRefused(intent);
      return { kind: 'refused', failure: result.failure, inDoubt };
    }
    const pause = PAUSES_MS[attempt];
    if (pause === undefined) return { kind: 'undecided' };
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
