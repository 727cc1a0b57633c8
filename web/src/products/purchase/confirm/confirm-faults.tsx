import { Link } from 'react-router-dom';
import { messageOf, type Failure } from '../../../api/failure.js';
import { buyer } from '../../../domain/buyer.js';
import { t } from '../../../languages/language.js';
import { Notice } from '../../../ui/feedback/notice.js';

interface ConfirmFaultsProps {
  readonly priceError: unknown;
  readonly inDoubt: string | undefined;
  readonly refusal: Failure | undefined;
  readonly failedText: string;
  readonly short: boolean;
}

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
