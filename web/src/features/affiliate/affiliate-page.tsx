import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import { api } from '../../api/base-api.js';
import { useUpgradeQuoteQuery } from '../../api/catalogue.api.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { BusyButton } from '../../ui/busy-button.js';
import { Card } from '../../ui/card.js';
import { naira } from '../../ui/format.js';
import { FormError } from '../../ui/form-error.js';
import { Form } from '../../ui/form.js';
import { CheckIcon } from '../../ui/icons.js';
import { LoadError } from '../../ui/load-error.js';
import { Notice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { PageLoader } from '../../ui/page-loader.js';
import { PinField } from '../../ui/pin-field.js';
import { toast } from '../../ui/toast.js';
import classes from './affiliate-page.module.css';

const BENEFITS = [
  'Prices of the affiliate tier on everything you buy',
  'An API token, with which your own server buys for your customers',
  'The same wallet, the same history, the same receipts',
] as const;

export default function AffiliatePage() {
  const { data: quote, error: quoteError, refetch } = useUpgradeQuoteQuery();
  const [pin, setPin] = useState('');
  const { busy, error, failure, send, clear } = useSend('upgradeApi', {
    refused: 'Failed to upgrade.',
    broken: 'An error occurred while upgrading.',
  });
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const pinError =
    failure?.code === 'PIN_INCORRECT' ? failure.message : errorOfField(failure, 'transaction_pin');

  const upgrade = async (): Promise<void> => {
    const answer = await send({ transaction_pin: pin });
    dispatch(api.util.invalidateTags(['Wallet', 'History', 'Catalogue']));
    if (!answer) return setPin('');
    toast(answer.message);
    void navigate('/home');
  };

  if (!quote && quoteError)
    return <LoadError error={quoteError} fallback="Failed to fetch price" onRetry={() => void refetch()} />;
  if (!quote) return <PageLoader />;
  return (
    <Page title="Upgrade To API" lead="The program for resellers." narrow>
      <Card>
        <ul className={classes.benefits}>
          {BENEFITS.map((benefit) => (
            <li key={benefit}>
              <CheckIcon strokeWidth={2.5} />
              {benefit}
            </li>
          ))}
        </ul>
        {quote.tier === 'affiliate' ? (
          <Notice
            tone="good"
            announce={false}
            title="You are an Affiliate User."
            action={<Link to="/profile">Your API token</Link>}
          >
            <Link to="/documentation">Read how to use the API</Link>
          </Notice>
        ) : (
          <Form onSend={upgrade}>
            <dl className={classes.price}>
              <div>
                <dt>Once, from your wallet</dt>
                <dd>{naira(quote.fee)}</dd>
              </div>
              <div>
                <dt>Balance after</dt>
                <dd>{naira(quote.balance_after)}</dd>
              </div>
            </dl>
            <FormError message={pinError ? undefined : error} />
            {quote.balance_after < 0 ? (
              <Notice tone="warn" announce={false} action={<Link to="/topup">Top up</Link>}>
                Your wallet does not hold enough for this.
              </Notice>
            ) : null}
            <PinField
              label="Transaction PIN"
              autoFocus={false}
              value={pin}
              error={pinError}
              forgotten
              onChange={(next) => {
                setPin(next);
                clear();
              }}
            />
            <BusyButton busy={busy} busyText="Upgrading..." disabled={pin.length < 4}>
              {`Upgrade for ${naira(quote.fee)}`}
            </BusyButton>
          </Form>
        )}
      </Card>
    </Page>
  );
}
