import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { plainDigits } from '../../../../services/contracts/fields/plain-text.js';
import type { IdentityKind } from '../../../../services/contracts/funding.contract.js';
import { api } from '../../api/base-api.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { t } from '../../languages/language.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { RadioChips } from '../../ui/form/radio-chips.js';
import { Card } from '../../ui/layout/page.js';

/** Asks for the customer's identity number (BVN or NIN), which banks require for every account. */
export function IdentityForm({ hasAccount }: { readonly hasAccount: boolean }) {
  const [kind, setKind] = useState<IdentityKind>('bvn');
  const [number, setNumber] = useState('');
  const [fault, setFault] = useState<string>();
  const { busy, error, failure, send, clear } = useSend('openAccount', {
    refused: t('The bank did not accept this number.'),
    broken: t('The bank could not be asked. Try again.'),
  });
  const dispatch = useDispatch();
  const ofNumber = fault ?? errorOfField(failure, 'identity_number');

  const open = async (): Promise<void> => {
    const digits = plainDigits(number);
    if (!/^\d{11}$/.test(digits)) return setFault(t('A BVN or NIN has eleven digits.'));
    const answer = await send({ identity_kind: kind, identity_number: digits });
    if (!answer) return;
    setNumber('');
    dispatch(api.util.invalidateTags(['Wallet']));
    toast(answer.message);
  };

  return (
    <Card title={hasAccount ? t('Your bank needs one more thing') : t('Get your own account number')}>
      <Form onSend={open}>
        <FormNote>
          {hasAccount
            ? t(
                'The Central Bank wants a BVN or NIN for every account. Give yours once, and your account stays open.',
              )
            : t(
                'The Central Bank wants a BVN or NIN for every account. Give yours once, and the bank opens an account that belongs to you alone.',
              )}
        </FormNote>
        <FormError message={ofNumber ? undefined : error} />
        <RadioChips
          legend={t('Which number')}
          name="identity_kind"
          options={[
            { value: 'bvn', text: 'BVN' },
            { value: 'nin', text: 'NIN' },
          ]}
          value={kind}
          onChange={(next) => {
            setKind(next as IdentityKind);
            setFault(undefined);
            clear();
          }}
        />
        <TextInput
          label={kind === 'bvn' ? t('Your BVN') : t('Your NIN')}
          size="md"
          inputMode="numeric"
          autoComplete="off"
          value={number}
          error={ofNumber}
          onChange={(event) => {
            setNumber(event.currentTarget.value);
            setFault(undefined);
            clear();
          }}
        />
        <FormNote>
          {t(
            'By sending it you agree: the number goes to the payment provider, which checks it. We keep its last four digits and a code that cannot be turned back into it, not the number.',
          )}
        </FormNote>
        <BusyButton busy={busy} busyText={t('Asking the bank...')}>
          {hasAccount ? t('Send it') : t('Get my account number')}
        </BusyButton>
      </Form>
    </Card>
  );
}
