import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import type { UserData } from '../../api/user-data.api.js';
import { phoneText } from '../../domain/phone.js';
import { t } from '../../languages/language.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FormError, FieldPair, Form } from '../../ui/form/form.js';
import { RequiredField } from '../../ui/form/required-field.js';

const FIELDS = ['fname', 'lname', 'phone_number'] as const;

export function ProfileForm({ user }: { readonly user: UserData }) {
  const [typed, setTyped] = useState({
    fname: user.first_name,
    lname: user.last_name,
    phone_number: phoneText(user.phone_number),
  });
  const { busy, error, failure, send, clear } = useSend('updateUserRecord', {
    refused: t('Failed to update profile.'),
    broken: t('An error occurred while updating profile.'),
  });
  const dispatch = useDispatch();
  const underField = FIELDS.some((field) => errorOfField(failure, field));
  const text = (field: (typeof FIELDS)[number]) => ({
    name: field,
    required: true,
    withAsterisk: false,
    size: 'md' as const,
    value: typed[field],
    error: errorOfField(failure, field),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setTyped((so) => ({ ...so, [field]: value }));
      clear();
    },
  });

  const update = async (): Promise<void> => {
    const answer = await send(typed);
    if (!answer) return;
    dispatch(api.util.invalidateTags(['Wallet']));
    toast(answer.message || t('Profile updated successfully!'));
  };

  return (
    <Form onSend={update}>
      <FormError message={underField ? undefined : error} />
      <FieldPair>
        <RequiredField label={t('First name')} autoComplete="given-name" maxLength={60} {...text('fname')} />
        <RequiredField label={t('Last name')} autoComplete="family-name" maxLength={60} {...text('lname')} />
      </FieldPair>
      <RequiredField
        label={t('Phone number')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...text('phone_number')}
      />
      <BusyButton busy={busy} busyText={t('Processing...')}>
        {t('Update profile')}
      </BusyButton>
    </Form>
  );
}
