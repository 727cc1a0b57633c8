import { Button } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../../api/base-api.js';
import type { Failure } from '../../../api/failure.js';
import { buyer } from '../../../domain/buyer.js';
import { hasKeptPasskeys } from '../../../domain/device-passkeys.js';
import { PIN_LENGTH } from '../../../domain/pin-field.js';
import { useProducts } from '../../../domain/products.js';
import { msg, t } from '../../../languages/language.js';
import { loadPart } from '../../../ui/feedback/load-part.js';
import { useGuard, BusyButton } from '../../../ui/form/busy-button.js';
import { FormNote } from '../../../ui/form/form.js';
import { naira } from '../../../ui/format.js';
import { Sheet } from '../../../ui/layout/sheet.js';
import { ConfirmFaults } from './confirm-faults.js';
import classes from './confirm-sheet.module.css';
import { DuplicateQuestion } from './duplicate-question.js';
import { OrderSummary } from './order-summary.js';
import type { PasskeySignature } from './passkey-button.js';
import { PinSignature } from './pin-signature.js';
import type { PurchaseIntent } from '../purchase-intent.js';
import { useQuoteQuery, type Quote } from './quote.api.js';
import { sendPurchase, type Accepted } from '../send-purchase.js';

const PasskeyButton = loadPart(() => import('./passkey-button.js'));

interface ConfirmSheetProps {
  readonly intent: PurchaseIntent;
  readonly onBought: (accepted: Accepted) => void;
  readonly onClose: (left: 'nothing sent' | 'in doubt') => void;
}

const isShort = (quote: Quote | undefined): boolean => quote !== undefined && quote.balance_after < 0;

function usePayment(
  intent: PurchaseIntent,
  quote: Quote | undefined,
  onBought: (accepted: Accepted) => void,
) {
  const [pin, setPin] = useState('');
  const [buying, setBuying] = useState(false);
  const [inDoubt, setInDoubt] = useState(intent.sent);
  const [refusal, setRefusal] = useState<Failure>();
  const [duplicate, setDuplicate] = useState<Failure>();
  const { house } = buyer();
  // Otherwise the second tap of a double tap could pay, because administrators type no PIN.
  const tooSoon = useGuard(duplicate ?? (house ? intent : undefined));
  const running = useRef(false);
  const pinInput = useRef<HTMLInputElement>(null);
  const dispatch = useDispatch();
  // When `inDoubt`, an earlier attempt may already have taken the price.
  const ready = (inDoubt || (quote !== undefined && !isShort(quote))) && !tooSoon;

  const buy = async (signed: string | PasskeySignature): Promise<void> => {
    if (running.current || !ready) return;
    const [typed, passkey] = typeof signed === 'string' ? [signed] : [undefined, signed];
    if (!house && typed !== undefined && typed.length < PIN_LENGTH) return pinInput.current?.focus();
    running.current = true;
    setBuying(true);
    setRefusal(undefined);
    const consent = {
      pin: house ? undefined : typed,
      passkey,
      again: duplicate !== undefined,
      price: quote?.price,
    };
    const outcome = await sendPurchase({ ...intent, sent: inDoubt }, consent);
    if (outcome.kind === 'accepted') return onBought(outcome.accepted);
    running.current = false;
    setBuying(false);
    // Clear the PIN, because the customer must type it for each attempt.
    setPin('');
    setInDoubt(outcome.kind === 'undecided' || outcome.inDoubt);
    if (outcome.kind === 'refused') {
      // A changed price or an ended session may have caused the refusal.
      dispatch(api.util.invalidateTags(['Wallet']));
      if (outcome.failure.code === 'POSSIBLE_DUPLICATE') return setDuplicate(outcome.failure);
      setRefusal(outcome.failure);
    }
    requestAnimationFrame(() => pinInput.current?.focus());
  };

  return { pin, setPin, pinInput, buying, inDoubt, refusal, duplicate, tooSoon, ready, buy };
}

/** Administrators who buy for the company type no PIN. */
export default function ConfirmSheet({ intent, onBought, onClose }: ConfirmSheetProps) {
  const {
    busyText,
    failedText = msg('Failed to complete purchase'),
    inDoubtText = msg('Pending: we have not heard back.'),
    confirmText = msg('Confirm your purchase'),
  } = useProducts()[intent.order.service];
  const { data: quote, error: quoteError } = useQuoteQuery(intent.order.quote);
  const { pin, setPin, pinInput, buying, inDoubt, refusal, duplicate, tooSoon, ready, buy } = usePayment(
    intent,
    quote,
    onBought,
  );
  const short = isShort(quote);
  const close = (): void => onClose(inDoubt ? 'in doubt' : 'nothing sent');

  const summary = <OrderSummary shown={intent.order.shown} quote={quote} />;
  const faults = (
    <ConfirmFaults
      priceError={quote ? undefined : quoteError}
      inDoubt={inDoubt ? t(inDoubtText) : undefined}
      refusal={isOfPin(refusal) ? undefined : refusal}
      failedText={t(failedText)}
      short={short}
    />
  );
  const signature = buyer().house ? (
    <FormNote>{t('Paid from the house wallet. It is kept that you confirmed it, and from where.')}</FormNote>
  ) : (
    <>
      <PinSignature
        ref={pinInput}
        pin={pin}
        onChange={setPin}
        // For a possible duplicate, the last digit of the PIN must not send the purchase.
        onComplete={duplicate ? undefined : (typed) => void buy(typed)}
        busy={buying}
        error={isOfPin(refusal) ? refusal?.message : undefined}
      />
      {duplicate || !hasKeptPasskeys() ? null : (
        <Suspense fallback={null}>
          <PasskeyButton
            intent={intent}
            price={quote?.price}
            disabled={buying || !ready}
            onSigned={(signature) => void buy(signature)}
          />
        </Suspense>
      )}
    </>
  );
  return (
    <Sheet title={t(confirmText)} onClose={close} locked={buying}>
      <form
        className={classes.sheet}
        onSubmit={(event) => {
          event.preventDefault();
          void buy(pin);
        }}
      >
        {duplicate ? (
          <>
            <DuplicateQuestion refusal={duplicate} onLeave={close} />
            {faults}
            {signature}
            <BusyButton busy={buying} busyText={t(busyText)} disabled={tooSoon} warns>
              {t('Send it again anyway')}
            </BusyButton>
            {summary}
            {/* Harmless button in the place of Pay, for an accidental second tap. */}
            <Button size="md" variant="default" fullWidth disabled={tooSoon || buying} onClick={close}>
              {t('Do not send it again')}
            </Button>
          </>
        ) : (
          <>
            {summary}
            {faults}
            <div className={classes.sign}>
              {short && !inDoubt ? null : signature}
              <BusyButton busy={buying} busyText={t(busyText)} disabled={!ready}>
                {labelOf(inDoubt, quote?.price)}
              </BusyButton>
            </div>
          </>
        )}
      </form>
    </Sheet>
  );
}

const isOfPin = (refusal: Failure | undefined): boolean =>
  refusal?.code === 'PIN_INCORRECT' || refusal?.field === 'transaction_pin';

function labelOf(inDoubt: boolean, price: number | undefined): string {
  if (inDoubt) return t('Ask again');
  return price === undefined ? t('Pay') : t('Pay {price}', { price: naira(price) });
}
