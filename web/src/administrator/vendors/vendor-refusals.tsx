import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { PAUSE_REASON_MAX } from '../../../../services/contracts/admin/vendors.contract.js';
import { api } from '../../api/base-api.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { RequiredField } from '../../ui/form/required-field.js';
import { lagosTime } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import { Sheet } from '../../ui/layout/sheet.js';
import type { AccountPause, ActiveVendors } from './vendors.api.js';
import classes from './vendor-switch-page.module.css';

type RefusedProduct = ActiveVendors['refused_products'][number];
type Refusal = AccountPause | RefusedProduct;

interface VendorRefusalsProps {
  readonly vendors: Pick<ActiveVendors, 'vendors' | 'account_pauses' | 'refused_products'>;
  readonly mayEnd: boolean;
}

export function VendorRefusals({ vendors, mayEnd }: VendorRefusalsProps) {
  const [asked, setAsked] = useState<Refusal>();
  const [done, setDone] = useState<string>();
  const refusals: readonly Refusal[] = [...vendors.account_pauses, ...vendors.refused_products];
  const nameOf = (code: number): string =>
    vendors.vendors.find((vendor) => vendor.code === code)?.name ?? `Vendor ${code}`;
  if (refusals.length === 0 && done === undefined) return null;
  return (
    <Card title="Refused by vendors">
      <ul className={classes.refusals} aria-label="Refused by vendors">
        {refusals.map((refusal) => (
          <li key={refusal.id}>
            <span>
              <strong>{nameOf(refusal.vendor)}</strong> since {lagosTime(refusal.since)}: {refusal.reason}
            </span>
            {mayEnd ? (
              <Button variant="default" size="sm" onClick={() => setAsked(refusal)}>
                {wordOf(refusal)}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {done ? <Notice tone="good">{done}</Notice> : null}
      {asked ? (
        <RefusalSheet
          name={nameOf(asked.vendor)}
          refusal={asked}
          onDone={setDone}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </Card>
  );
}

const wordOf = (refusal: Refusal): string => ('product' in refusal ? 'Sell again' : 'Resume');

const TEXTS = {
  refused: 'This could not be stored.',
  broken: 'An error occurred. Look whether it was stored.',
};

interface RefusalSheetProps {
  readonly name: string;
  readonly refusal: Refusal;
  readonly onDone: (message: string) => void;
  readonly onClose: () => void;
}

function RefusalSheet({ name, refusal, onDone, onClose }: RefusalSheetProps) {
  const [reason, setReason] = useState('');
  const resuming = useSend('resumeVendorAccount', TEXTS);
  const lifting = useSend('liftVendorRefusal', TEXTS);
  const dispatch = useDispatch();
  const error = resuming.error ?? lifting.error;
  const ofReason = errorOfField(resuming.failure ?? lifting.failure, 'reason');

  const send = async (): Promise<void> => {
    const { vendor, id } = refusal;
    const answer =
      'product' in refusal
        ? await lifting.send({ vendor, product: refusal.product, reason, refusalId: id })
        : await resuming.send({ vendor, reason, pauseId: id });
    // Reload even after a refusal or without an answer.
    dispatch(api.util.invalidateTags(['Vendors', 'Operations']));
    if (!answer) return;
    onDone(answer.message);
    onClose();
  };

  return (
    <Sheet title={`${wordOf(refusal)}: ${name}`} onClose={onClose}>
      <Form onSend={send}>
        <FormNote>
          {refusal.reason}. From the next purchase on it is asked again. If it refuses again, it is stopped
          again.
        </FormNote>
        <RequiredField
          label="Reason"
          name="reason"
          data-autofocus
          maxLength={PAUSE_REASON_MAX}
          autoComplete="off"
          value={reason}
          error={ofReason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FormError message={ofReason ? undefined : error} />
        <BusyButton
          busy={resuming.busy || lifting.busy}
          busyText="Updating..."
          disabled={reason.trim() === ''}
        >
          {wordOf(refusal)}
        </BusyButton>
      </Form>
    </Sheet>
  );
}
