import { Button } from '@mantine/core';
import { useRef, useState, type FormEvent, useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import { api } from '../api/base-api.js';
import { messageOf, type Failure } from '../api/failure.js';
import { buyer } from '../domain/buyer.js';
import { PinField } from '../domain/pin-field.js';
import { useProducts } from '../domain/products.js';
import { Notice } from '../ui/feedback/notice.js';
import { useGuard, BusyButton } from '../ui/form/busy-button.js';
import { FormNote } from '../ui/form/form.js';
import { naira } from '../ui/format.js';
import { Sheet } from '../ui/layout/sheet.js';
import { OrderSummary } from './order-summary.js';
import type { PurchaseIntent } from './purchase-intent.js';
import { useQuoteQuery } from './quote.api.js';
import { sendPurchase, type Accepted } from './send-purchase.js';
import classes from './purchase-stage.module.css';

interface ConfirmSheetProps {
  readonly intent: PurchaseIntent;
  readonly onBought: (accepted: Accepted) => void;
  readonly onClose: (left: 'nothing sent' | 'in doubt') => void;
}

/**
 * Everything that is about to happen, on one sheet: signed with the PIN, or where the house buys, confirmed by an administrator.
 */
export function ConfirmSheet({ intent, onBought, onClose }: ConfirmSheetProps) {
  const {
    busyText,
    failedText = 'Failed to complete purchase',
    inDoubtText = 'Pending: we have not heard back.',
    confirmText = 'Confirm your purchase',
  } = useProducts()[intent.order.service];
  const { data: quote, error: quoteError } = useQuoteQuery(intent.order.quote);
  const [pin, setPin] = useState('');
  const [buying, setBuying] = useState(false);
  const [inDoubt, setInDoubt] = useState(intent.sent);
  const [refusal, setRefusal] = useState<Failure>();
  /** The question whether the same is wanted twice, from when it was asked: a wrong PIN does not take it back. */
  const [duplicate, setDuplicate] = useState<Failure>();
  const { house } = buyer();
  // Without a PIN to type, a second tap of the button underneath would pay.
  const tooSoon = useGuard(duplicate ?? (house ? intent : undefined));
  const running = useRef(false);
  const pinInput = useRef<HTMLInputElement>(null);
  const dispatch = useDispatch();
  const wrongPin = refusal?.code === 'PIN_INCORRECT' || refusal?.field === 'transaction_pin';
  const short = quote !== undefined && quote.balance_after < 0;

  const buy = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (running.current || tooSoon) return;
    if (!house && pin.length < 4) return pinInput.current?.focus();
    running.current = true;
    setBuying(true);
    setRefusal(undefined);
    const consent = { pin: house ? undefined : pin, again: duplicate !== undefined, price: quote?.price };
    const outcome = await sendPurchase({ ...intent, sent: inDoubt }, consent);
    if (outcome.kind === 'accepted') return onBought(outcome.accepted);
    running.current = false;
    setBuying(false);
    // Whatever is pressed next is signed anew.
    setPin('');
    setInDoubt(outcome.kind === 'undecided' || outcome.inDoubt);
    if (outcome.kind === 'refused') {
      // Also finds out whether the session is over, and what a changed price is now.
      dispatch(api.util.invalidateTags(['Wallet']));
      if (outcome.failure.code === 'POSSIBLE_DUPLICATE') return setDuplicate(outcome.failure);
      setRefusal(outcome.failure);
    }
    requestAnimationFrame(() => pinInput.current?.focus());
  };

  const left = inDoubt ? 'in doubt' : 'nothing sent';
  const close = (): void => {
    if (!buying) onClose(left);
  };

  const summary = <OrderSummary shown={intent.order.shown} quote={quote} />;
  const faults = (
    <>
      {quoteError && !quote ? (
        <Notice tone="bad">{messageOf(quoteError, 'Failed to fetch price')}</Notice>
      ) : null}
      {inDoubt ? (
        <Notice tone="warn" title={inDoubtText}>
          Your purchase may have gone through. {house ? 'Ask again' : 'Enter your PIN to ask again'}: it is
          the same purchase, so {house ? 'the house is' : 'you are'} never charged twice.
        </Notice>
      ) : null}
      {refusal && !wrongPin ? <Notice tone="bad">{refusal.message || failedText}</Notice> : null}
      {refusal?.code === 'PIN_NOT_SET' ? <Link to="/setpin">Set your transaction PIN</Link> : null}
      {refusal?.code === 'EMAIL_NOT_VERIFIED' ? <Link to="/verify-email">Verify your email</Link> : null}
      {short || refusal?.code === 'INSUFFICIENT_FUNDS' ? (
        house ? (
          <Notice tone="warn">The house wallet does not hold enough for this.</Notice>
        ) : (
          <Notice tone="warn" action={<Link to="/topup">Top up</Link>}>
            Your wallet does not hold enough for this.
          </Notice>
        )
      ) : null}
    </>
  );
  const signature = house ? (
    <FormNote>Paid from the house wallet. It is kept that you confirmed it, and from where.</FormNote>
  ) : (
    <PinField
      label="Transaction PIN"
      ref={pinInput}
      value={pin}
      onChange={setPin}
      disabled={buying}
      error={wrongPin ? refusal?.message : undefined}
      forgotten
    />
  );
  return (
    <Sheet title={confirmText} onClose={close}>
      <form className={classes.sheet} onSubmit={(event) => void buy(event)}>
        {duplicate ? (
          <>
            <DuplicateQuestion refusal={duplicate} onLeave={() => onClose(left)} />
            {faults}
            {signature}
            <BusyButton busy={buying} busyText={busyText} disabled={tooSoon} warns>
              Send it again anyway
            </BusyButton>
            {summary}
            {/* Where Pay stood: what a hurried finger finds there does nothing at first, and no harm later. */}
            <Button size="md" variant="default" fullWidth disabled={tooSoon || buying} onClick={close}>
              Do not send it again
            </Button>
          </>
        ) : (
          <>
            {summary}
            {faults}
            {signature}
            <BusyButton busy={buying} busyText={busyText} disabled={(!quote && !inDoubt) || tooSoon}>
              {labelOf(inDoubt, quote?.price)}
            </BusyButton>
          </>
        )}
      </form>
    </Sheet>
  );
}

function labelOf(inDoubt: boolean, price: number | undefined): string {
  if (inDoubt) return 'Ask again';
  return price === undefined ? 'Pay' : `Pay ${naira(price)}`;
}

interface DuplicateQuestionProps {
  /** What the server said of the same purchase a moment ago. */
  readonly refusal: Failure;
  /** The person goes to look at the first receipt. */
  readonly onLeave: () => void;
}

/** Asks whether the same is really wanted twice. It takes the focus: whoever presses Enter again presses nothing. */
function DuplicateQuestion({ refusal, onLeave }: DuplicateQuestionProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [refusal]);
  const first = refusal.earlier_reference;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice
        tone="warn"
        title="You may be paying twice"
        action={
          first ? (
            <Link to={buyer().receipt(first)} onClick={onLeave}>
              See the first receipt
            </Link>
          ) : null
        }
      >
        {refusal.message} {buyer().house ? 'Confirm' : 'Enter your PIN'} only if you want the same once more.
      </Notice>
    </div>
  );
}
