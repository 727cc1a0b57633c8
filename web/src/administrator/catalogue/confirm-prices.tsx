import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import { useSend } from '../../api/use-send.js';
import { useMay } from '../../api/use-signed-in.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { count } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import { usePriceConfirmationQuery } from './admin-catalogue.api.js';
import classes from './admin-catalogue.module.css';

const TEXTS = {
  refused: 'The prices were not confirmed.',
  broken: 'No answer came back. Send it again: it is confirmed once.',
};

export function ConfirmPrices() {
  const { data } = usePriceConfirmationQuery();
  const isOwner = useMay('owner');
  const dispatch = useDispatch();
  const { send, busy, error } = useSend('confirmPrices', TEXTS);
  if (!data || data.confirmed) return null;
  const { plans, version } = data;

  const confirm = async (): Promise<void> => {
    const answer = await send({ version });
    dispatch(api.util.invalidateTags(['Catalogue']));
    if (answer) toast(answer.message);
  };
  return (
    <Card title="Nothing is sold yet" className={classes.wide}>
      <Form onSend={confirm}>
        <Notice tone="warn" announce={false}>
          {plans === 0
            ? 'The price list has no plans. Upload a price file, then an owner confirms the prices and sales begin.'
            : `The price list has ${count(plans)} ${plans === 1 ? 'plan' : 'plans'}. Sales begin when an owner confirms the prices.`}
        </Notice>
        <FormError message={error} />
        {isOwner ? (
          <BusyButton busy={busy} busyText="Confirming...">
            Confirm the prices
          </BusyButton>
        ) : null}
      </Form>
    </Card>
  );
}
