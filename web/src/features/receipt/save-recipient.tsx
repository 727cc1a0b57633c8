import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import { useBeneficiariesOf } from '../../api/beneficiaries.api.js';
import type { Transaction } from '../../api/transactions.api.js';
import { useSend } from '../../api/use-send.js';
import { phoneText } from '../../domain/phone.js';
import { useProductOf } from '../../domain/products.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FormError, Form } from '../../ui/form/form.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { serviceOf } from './receipt-texts.js';

/** Keeps the recipient of this purchase under a name, to be offered on the form next time. */
export function SaveRecipient({ transaction }: { readonly transaction: Transaction }) {
  const service = serviceOf(transaction);
  const product = useProductOf(service);
  const { data } = useBeneficiariesOf(service);
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState<string>();
  const { busy, error, send, clear } = useSend('saveBeneficiary', {
    refused: 'Failed to save this recipient.',
    broken: 'An error occurred while saving this recipient.',
  });
  const dispatch = useDispatch();
  const same = (each: { readonly recipient: string }): boolean =>
    phoneText(each.recipient) === phoneText(transaction.phone_number);
  const known = data?.recent.find(same);
  if (product?.receipt.withoutRecipient || !data || data.saved.some(same) || !transaction.phone_number)
    return null;

  const name = typed ?? known?.name ?? '';
  const save = async (): Promise<void> => {
    const answer = await send({
      service,
      recipient: known?.recipient ?? phoneText(transaction.phone_number),
      name,
      provider: known?.provider ?? '',
      kind: known?.kind ?? '',
    });
    if (!answer) return;
    setAsking(false);
    dispatch(api.util.invalidateTags(['Beneficiaries']));
    toast(answer.message || 'Recipient saved.');
  };
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setAsking(true)}>
        Save recipient
      </Button>
      {asking ? (
        <Sheet title="Save this recipient" onClose={() => setAsking(false)}>
          <Form onSend={save}>
            <FormError message={error} />
            <TextInput
              label={`A name for ${phoneText(transaction.phone_number)}`}
              name="name"
              size="md"
              maxLength={60}
              data-autofocus
              value={name}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                clear();
              }}
            />
            <BusyButton busy={busy} busyText="Processing...">
              Save
            </BusyButton>
          </Form>
        </Sheet>
      ) : null}
    </>
  );
}
