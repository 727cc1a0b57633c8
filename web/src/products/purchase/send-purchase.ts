import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { IDEMPOTENCY_HEADER } from '../../../../services/contracts/wire-names.js';
import { call, type CallBody } from '../../api/call.js';
import { isUndecided, type Failure } from '../../api/failure.js';
import type { PasskeySignature } from './confirm/passkey-button.js';
import { purchaseIntents, type PurchaseIntent } from './purchase-intent.js';

const PAUSES_MS = [1_000, 2_500];

/** What every purchase of the contract takes and answers, whatever is bought. */
type Buying = 'buyAirtime';

/** What was accepted: the reference to follow, and what the server says about it. */
export type Accepted = Pick<CallAnswer<Buying>, 'reference' | 'message'>;

/** How asking for a purchase ended. `undecided` is not a failure: nobody has told us. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly accepted: Accepted }
  | { readonly kind: 'undecided' }
  | { readonly kind: 'refused'; readonly failure: Failure; readonly inDoubt: boolean };

interface Consent {
  /** Of a customer; undefined for the house. */
  readonly pin: string | undefined;
  /** What this device signed, in place of the PIN. */
  readonly passkey?: PasskeySignature | undefined;
  /** The person has seen the warning about the same purchase a moment ago. */
  readonly again: boolean;
  /** Naira the person was shown: the server refuses to charge another price. */
  readonly price: number | undefined;
}

/** Sends a purchase and, while no answer comes back, sends the same one again under the same key. */
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
