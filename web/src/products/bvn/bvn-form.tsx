import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { normaliseBirthDate } from '../../../../services/contracts/fields/written-dates.js';
import { plainDigits } from '../../../../services/contracts/fields/plain-text.js';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api } from '../../api/base-api.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { buyer } from '../../domain/buyer.js';
import { PinField } from '../../domain/pin-field.js';
import { plural, t } from '../../languages/language.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FormError, Form, FormNote } from '../../ui/form/form.js';
import { naira } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';

const EMPTY = { bvn: '', name: '', dateOfBirth: '', mobileNo: '' };
type Field = keyof typeof EMPTY;

function faultsOf({ bvn, name, dateOfBirth, mobileNo }: typeof EMPTY): Partial<Record<Field, string>> {
  return {
    ...(/^\d{11}$/.test(bvn) ? {} : { bvn: t('A BVN has eleven digits.') }),
    ...(name.trim() ? {} : { name: t('Enter the name as your bank has it.') }),
    ...(normaliseBirthDate(dateOfBirth)
      ? {}
      : { dateOfBirth: t('Write it as Day-Month-Year, for example 03-Oct-1993.') }),
    ...(mobileNo.trim() ? {} : { mobileNo: t('Enter the number your bank has.') }),
  };
}

function useVerification() {
  const [typed, setTyped] = useState(EMPTY);
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({});
  const [pin, setPin] = useState('');
  const { busy, error, failure, send, clear } = useSend('verifyBvn', {
    refused: t('Failed to verify BVN.'),
    broken: t('An error occurred while verifying your BVN.'),
  });
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const pinError =
    failure?.code === 'PIN_INCORRECT' ? failure.message : errorOfField(failure, 'transaction_pin');
  const errorOf = (field: Field): string | undefined => faults[field] ?? errorOfField(failure, field);
  const text = (field: Field) => ({
    name: field,
    size: 'md' as const,
    autoComplete: 'off',
    value: typed[field],
    error: errorOf(field),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setTyped((so) => ({ ...so, [field]: value }));
      setFaults({});
      clear();
    },
  });
  const editPin = (next: string): void => {
    setPin(next);
    clear();
  };

  const verify = async (): Promise<void> => {
    const bvn = plainDigits(typed.bvn);
    const found = faultsOf({ ...typed, bvn });
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const answer = await send({
      ...typed,
      bvn,
      ...(pin ? { transaction_pin: pin } : {}),
    });
    dispatch(api.util.invalidateTags(['Wallet', 'History']));
    if (!answer) return setPin('');
    toast(answer.message);
    void navigate(buyer().home);
  };

  const underField = pinError || (Object.keys(EMPTY) as Field[]).some((field) => errorOf(field));
  return { text, pin, pinError, editPin, verify, busy, error: underField ? undefined : error };
}

export function BvnForm({ status }: { readonly status: CallAnswer<'bvnStatus'> }) {
  const { text, pin, pinError, editPin, verify, busy, error } = useVerification();
  const { house } = buyer();
  return (
    <Card>
      <Form onSend={verify}>
        <Notice tone="info" announce={false}>
          {plural(status.attempts_left, '{n} try left today.', '{n} tries left today.')}
        </Notice>
        <FormError message={error} />
        <TextInput label={t('BVN')} inputMode="numeric" {...text('bvn')} />
        <TextInput label={t('Full name, as at your bank')} maxLength={100} {...text('name')} />
        <TextInput
          label={t('Date of birth (Day-Month-Year)')}
          placeholder="03-Oct-1993"
          maxLength={20}
          {...text('dateOfBirth')}
        />
        <TextInput
          label={t('Phone number at your bank')}
          type="tel"
          inputMode="tel"
          placeholder="0803 123 4567"
          {...text('mobileNo')}
        />
        {status.price > 0 && !house ? (
          <PinField
            label={t('Transaction PIN')}
            autoFocus={false}
            value={pin}
            error={pinError}
            forgotten
            onChange={editPin}
          />
        ) : null}
        <FormNote>
          {status.price > 0
            ? t(
                house
                  ? 'A check costs {price}, taken from the house wallet when it is made.'
                  : 'A check costs {price}, taken from your wallet when it is made.',
                { price: naira(status.price) },
              )
            : t('A check costs nothing.')}
        </FormNote>
        {house ? (
          <FormNote>
            {t('Only with the consent of the person, who agrees: “{consent}”', { consent: status.consent })}
          </FormNote>
        ) : (
          <FormNote>{t('By verifying you agree: “{consent}”', { consent: status.consent })}</FormNote>
        )}
        <BusyButton busy={busy} busyText={t('Verifying...')}>
          {t('Verify BVN')}
        </BusyButton>
      </Form>
    </Card>
  );
}
