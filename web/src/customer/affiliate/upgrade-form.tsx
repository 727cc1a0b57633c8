import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api } from '../../api/base-api.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { Balance } from '../../domain/balance.js';
import { PIN_LENGTH, PinField } from '../../domain/pin-field.js';
import { t } from '../../languages/language.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FormError, Form } from '../../ui/form/form.js';
import { naira } from '../../ui/format.js';
import classes from './affiliate-page.module.css';

export function UpgradeForm({ quote }: { readonly quote: CallAnswer<'upgradeQuote'> }) {
  const [pin, setPin] = useState('');
  const { busy, error, failure, send, clear } = useSend('upgradeApi', {
    refused: t('Failed to upgrade.'),
    broken: t('An error occurred while upgrading.'),
  });
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const pinError =
    failure?.code === 'PIN_INCORRECT' ? failure.message : errorOfField(failure, 'transaction_pin');

  // Hide the field for the PIN when the fee is higher than the balance.
  const short = quote.balance_after < 0;

  const upgrade = async (): Promise<void> => {
    const answer = await send({ transaction_pin: pin, quoted_price: quote.fee });
    dispatch(api.util.invalidateTags(['Wallet', 'History', 'Catalogue']));
    if (!answer) return setPin('');
    toast(answer.message);
    void navigate('/home');
  };

  return (
    <Form onSend={upgrade}>
      <dl className={classes.price}>
        <div>
          <dt>{t('Once, from your wallet')}</dt>
          <dd>{naira(quote.fee)}</dd>
        </div>
        <div>
          <dt>{short ? t('Missing') : t('Balance after')}</dt>
          <dd>
            <Balance amount={Math.abs(quote.balance_after)} />
          </dd>
        </div>
      </dl>
      <FormError message={pinError ? undefined : error} />
      {short ? (
        <Notice tone="warn" announce={false} action={<Link to="/topup">{t('Top up')}</Link>}>
          {t('Your wallet does not hold enough for this.')}
        </Notice>
      ) : (
        <PinField
          label={t('Transaction PIN')}
          autoFocus={false}
          value={pin}
          error={pinError}
          forgotten
          onChange={(next) => {
            setPin(next);
            clear();
          }}
        />
      )}
      <BusyButton busy={busy} busyText={t('Upgrading...')} disabled={short || pin.length < PIN_LENGTH}>
        {t('Upgrade for {fee}', { fee: naira(quote.fee) })}
      </BusyButton>
    </Form>
  );
}
