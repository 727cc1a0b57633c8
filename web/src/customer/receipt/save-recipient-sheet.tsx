import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import type { CallBody } from '../../api/call.js';
import { useSend } from '../../api/use-send.js';
import { t } from '../../languages/language.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { Sheet } from '../../ui/layout/sheet.js';

interface SaveRecipientSheetProps {
  readonly saved: CallBody<'saveBeneficiary'> & { readonly name: string };
  readonly shown: string;
  readonly onClose: () => void;
}

export default function SaveRecipientSheet({ saved, shown, onClose }: SaveRecipientSheetProps) {
  const [name, setName] = useState(saved.name);
  const { busy, error, send, clear } = useSend('saveBeneficiary', {
    refused: t('Failed to save this recipient.'),
    broken: t('An error occurred while saving this recipient.'),
  });
  const dispatch = useDispatch();
  const save = async (): Promise<void> => {
    const answer = await send({ ...saved, name });
    if (!answer) return;
    onClose();
    dispatch(api.util.invalidateTags(['Beneficiaries']));
    toast(answer.message || t('Recipient saved.'));
  };
  return (
    <Sheet title={t('Save this recipient')} onClose={onClose}>
      <Form onSend={save}>
        <FormError message={error} />
        <TextInput
          label={t('A name for {shown}', { shown })}
          name="name"
          size="md"
          maxLength={60}
          data-autofocus
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            clear();
          }}
        />
        <BusyButton busy={busy} busyText={t('Processing...')}>
          {t('Save')}
        </BusyButton>
      </Form>
    </Sheet>
  );
}
