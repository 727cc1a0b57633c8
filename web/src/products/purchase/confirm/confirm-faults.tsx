import { Link } from 'react-router-dom';
import { messageOf, type Failure } from '../../../api/failure.js';
import { buyer } from '../../../domain/buyer.js';
import { t } from '../../../languages/language.js';
import { Notice } from '../../../ui/feedback/notice.js';

interface ConfirmFaultsProps {
  /** Why there is no price; undefined when there is one. */
  readonly priceError: unknown;
  /** What is said while nobody knows whether it was bought; undefined when everybody knows that it was not. */
  readonly inDoubt: string | undefined;
  /** The answer to the last try, unless it stands under the PIN. */
  readonly refusal: Failure | undefined;
  /** What it says when the server did not say it. */
  readonly failedText: string;
  /** The wallet holds less than the price. */
  readonly short: boolean;
}

/** What is in the way of a purchase, and where to go to mend it. */
export function ConfirmFaults({ priceError, inDoubt, refusal, failedText, short }: ConfirmFaultsProps) {
  const { house } = buyer();
  const unaffordable = short || refusal?.code === 'INSUFFICIENT_FUNDS';
  return (
    <>
      {priceError ? <Notice tone="bad">{messageOf(priceError, t('Failed to fetch price'))}</Notice> : null}
      {inDoubt ? (
        <Notice tone="warn" title={inDoubt}>
          {house
            ? t(
                'Your purchase may have gone through. Ask again: it is the same purchase, so the house is never charged twice.',
              )
            : t(
                'Your purchase may have gone through. Enter your PIN to ask again: it is the same purchase, so you are never charged twice.',
              )}
        </Notice>
      ) : null}
      {refusal ? <Notice tone="bad">{refusal.message || failedText}</Notice> : null}
      {refusal?.code === 'PIN_NOT_SET' ? (
        <Link to="/setpin" replace>
          {t('Set your transaction PIN')}
        </Link>
      ) : null}
      {refusal?.code === 'EMAIL_NOT_VERIFIED' ? (
        <Link to="/verify-email" replace>
          {t('Verify your email')}
        </Link>
      ) : null}
      {unaffordable && house ? (
        <Notice tone="warn">{t('The house wallet does not hold enough for this.')}</Notice>
      ) : null}
      {unaffordable && !house ? (
        <Notice
          tone="warn"
          action={
            <Link to="/topup" replace>
              {t('Top up')}
            </Link>
          }
        >
          {t('Your wallet does not hold enough for this.')}
        </Notice>
      ) : null}
    </>
  );
}
