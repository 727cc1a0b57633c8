import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { plainAmount } from '../../../../services/contracts/fields/written-numbers.js';
import { api } from '../../api/base-api.js';
import { errorOfField } from '../../api/use-send.js';
import { useMay } from '../../api/use-signed-in.js';
import { LoadError } from '../../domain/load-error.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { nairaFault } from '../naira-fault.js';
import { naira } from '../../ui/format.js';
import { Card, Page } from '../../ui/layout/page.js';
import { useConfirmedSend } from '../use-confirmed-send.js';
import { useAffiliateFeeQuery } from './admin-catalogue.api.js';
import classes from './admin-catalogue.module.css';

const TEXTS = {
  refused: 'The charge was not changed.',
  broken: 'No answer came back. Look at the current charge before you send it again.',
};

export default function AffiliateFeePage() {
  const { data: fee, error, refetch } = useAffiliateFeeQuery();
  const maySet = useMay('finance');
  return (
    <Page title="Change Affiliate Charges" lead="What the upgrade to an affiliate account costs." narrow>
      <Card>
        {fee === undefined && error ? (
          <LoadError error={error} fallback="No amount set." onRetry={() => void refetch()} />
        ) : null}
        {fee === undefined && !error ? <SkeletonRows rows={2} label="Loading the charge" /> : null}
        {fee === undefined ? null : (
          <dl className={classes.prices}>
            <div>
              <dt>Current charge</dt>
              <dd>{naira(fee)}</dd>
            </div>
          </dl>
        )}
        {fee !== undefined && maySet ? <FeeForm fee={fee} /> : null}
        {fee !== undefined && !maySet ? (
          <Notice tone="info" announce={false}>
            Changing it needs the permission finance.
          </Notice>
        ) : null}
      </Card>
    </Page>
  );
}

function FeeForm({ fee }: { readonly fee: number }) {
  const [typed, setTyped] = useState('');
  // Fee that was on screen when the administrator began to type.
  const [seen, setSeen] = useState(fee);
  const { send, busy, error, failure, clear, question } = useConfirmedSend(
    'setAffiliateFee',
    TEXTS,
    'Change the charge?',
  );
  const dispatch = useDispatch();
  const amount = plainAmount(typed) ?? '';
  const isFee = Number(amount) > 0;

  const change = async (): Promise<void> => {
    const answer = await send({ newPrices: amount, amount: seen });
    dispatch(api.util.invalidateTags(['Catalogue']));
    if (!answer) return;
    setTyped('');
    toast(answer.message);
  };
  return (
    <>
      <Form onSend={change}>
        <TextInput
          label="New charge"
          name="newPrices"
          inputMode="decimal"
          autoComplete="off"
          size="md"
          leftSection={<span aria-hidden="true">₦</span>}
          value={typed}
          error={nairaFault(typed, isFee) ?? errorOfField(failure, 'newPrices')}
          onChange={(event) => {
            if (typed === '' || failure) setSeen(fee);
            setTyped(event.currentTarget.value);
            clear();
          }}
        />
        <FormError message={failure?.field ? undefined : error} />
        <BusyButton busy={busy} busyText="Processing..." disabled={!isFee}>
          Change Charge Now!
        </BusyButton>
      </Form>
      {question}
    </>
  );
}
