import { useRef, useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import { api } from '../api/base-api.js';
import { messageOf, type Failure } from '../api/failure.js';
import { BusyButton } from '../ui/busy-button.js';
import { naira } from '../ui/format.js';
import { Notice } from '../ui/notice.js';
import { PinField } from '../ui/pin-field.js';
import { Sheet } from '../ui/sheet.js';
import { OrderSummary } from './order-summary.js';
import type { PurchaseIntent } from './purchase-intent.js';
import { BUSY_TEXT, FAILED_TEXT, inDoubtTitle } from './purchase-texts.js';
import { useQuoteQuery } from './quote.api.js';
import { sendPurchase, type Accepted } from './send-purchase.js';
import classes from './confirm-sheet.module.css';

interface ConfirmSheetProps {
  readonly intent: PurchaseIntent;
  readonly onBought: (accepted: Accepted) => void;
  readonly onClose: (left: 'nothing sent' | 'in doubt') => void;
}

/** Everything that is about to happen, on one sheet, signed with the PIN. */
export function ConfirmSheet({ intent, onBought, onClose }: ConfirmSheetProps) {
  const { service } = intent.order;
  const { data: quote, error: quoteError } = useQuoteQuery(intent.order.quote);
  const [pin, setPin] = useState('');
  const [buying, setBuying] = useState(false);
  const [inDoubt, setInDoubt] = useState(intent.sent);
  const [refusal, setRefusal] = useState<Failure>();
  const pinInput = useRef<HTMLInputElement>(null);
  const dispatch = useDispatch();
  const duplicate = refusal?.code === 'POSSIBLE_DUPLICATE';
  const wrongPin = refusal?.code === 'PIN_INCORRECT' || refusal?.field === 'transaction_pin';
  const short = quote !== undefined && quote.balance_after < 0;

  const buy = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (buying) return;
    if (pin.length < 4) return pinInput.current?.focus();
    setBuying(true);
    setRefusal(undefined);
    const consent = { pin, again: duplicate, price: quote?.price };
    const outcome = await sendPurchase({ ...intent, sent: inDoubt }, consent);
    if (outcome.kind === 'accepted') return onBought(outcome.accepted);
    setBuying(false);
    setInDoubt(outcome.kind === 'undecided' || outcome.inDoubt);
    if (outcome.kind === 'refused') {
      setRefusal(outcome.failure);
      // Also finds out whether the session is over, and what a changed price is now.
      dispatch(api.util.invalidateTags(['Wallet']));
    }
    if (outcome.kind === 'undecided' || outcome.failure.code !== 'POSSIBLE_DUPLICATE') setPin('');
    requestAnimationFrame(() => pinInput.current?.focus());
  };

  const close = (): void => {
    if (!buying) onClose(inDoubt ? 'in doubt' : 'nothing sent');
  };

  return (
    <Sheet title={service === 'transfer' ? 'Confirm your transfer' : 'Confirm your purchase'} onClose={close}>
      <form className={classes.sheet} onSubmit={(event) => void buy(event)}>
        <OrderSummary shown={intent.order.shown} quote={quote} />
        {quoteError && !quote ? (
          <Notice tone="bad">{messageOf(quoteError, 'Failed to fetch price')}</Notice>
        ) : null}
        {inDoubt ? (
          <Notice tone="warn" title={inDoubtTitle(service)}>
            Your purchase may have gone through. Enter your PIN to ask again: it is the same purchase, so you
            are never charged twice.
          </Notice>
        ) : null}
        {refusal && !wrongPin ? (
          <Notice tone={duplicate ? 'warn' : 'bad'}>{refusal.message || FAILED_TEXT[service]}</Notice>
        ) : null}
        {refusal?.code === 'PIN_NOT_SET' ? <Link to="/setpin">Set your transaction PIN</Link> : null}
        {refusal?.code === 'EMAIL_NOT_VERIFIED' ? <Link to="/verify-email">Verify your email</Link> : null}
        {short || refusal?.code === 'INSUFFICIENT_FUNDS' ? (
          <Notice tone="warn" action={<Link to="/topup">Top up</Link>}>
            Your wallet does not hold enough for this.
          </Notice>
        ) : null}
        <PinField
          label="Transaction PIN"
          ref={pinInput}
          value={pin}
          onChange={setPin}
          disabled={buying}
          error={wrongPin ? refusal?.message : undefined}
          forgotten
        />
        <BusyButton busy={buying} busyText={BUSY_TEXT[service]} disabled={!quote && !inDoubt}>
          {labelOf(inDoubt, duplicate, quote?.price)}
        </BusyButton>
      </form>
    </Sheet>
  );
}

function labelOf(inDoubt: boolean, duplicate: boolean, price: number | undefined): string {
  if (duplicate) return 'Send it again anyway';
  if (inDoubt) return 'Ask again';
  return price === undefined ? 'Pay' : `Pay ${naira(price)}`;
}
