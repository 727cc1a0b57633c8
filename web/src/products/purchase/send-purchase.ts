import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { IDEMPOTENCY_HEADER } from '../../../../services/contracts/wire-names.js';
import { call, type CallBody } from '../../api/call.js';
import { isUndecided, type Failure } from '../../api/failure.js';
import type { PasskeySignature } from './confirm/passkey-button.js';
import { purchaseIntents, type PurchaseIntent } from './purchase-intent.js';

const PAUSES_MS = [1_000, 2_500];

/** All purchase calls share the shape of `buyAirtime`. */
type Buying = 'buyAirtime';

export type Accepted = Pick<CallAnswer<Buying>, 'reference' | 'message'>;

/** `undecided`: the purchase may have happened. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly accepted: Accepted }
  | { readonly kind: 'undecided' }
  | { readonly kind: 'refused'; readonly failure: Failure; readonly inDoubt: boolean };

interface Consent {
  /** Undefined for the house. */
  readonly pin: string | undefined;
  /** Replaces the PIN. */
  readonly passkey?: PasskeySignature | undefined;
  /** The customer confirmed a POSSIBLE_DUPLICATE. */
  readonly again: boolean;
  /** Naira on screen: the server refuses any other price. */
  readonly price: number | undefined;
}

/** Repeats the call under `intent.key` while no answer comes back. */
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
      // A refusal of a repetition says nothing about an earlier attempt without an answer.
      const inDoubt = intent.sent || attempt > 0;
      if (!inDoubt) purchaseIntents.markRefused(intent);
      return { kind: 'refused', failure: result.failure, inDoubt };
    }
    const pause = PAUSES_MS[attempt];
    if (pause === undefined) return { kind: 'undecided' };
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
