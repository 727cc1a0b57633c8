import { Button, TextInput } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { networkOfPhone, normalisePhone, localPhone } from '../../../../services/contracts/phones.js';
import type { NetworkCode } from '../../../../services/contracts/services.js';
import { Card } from '../../ui/card.js';
import { airtimeDraft, type AirtimeDraft } from './airtime-draft.js';
import { NetworkPicker } from './network-picker.js';
import { RecentRecipients } from './recent-recipients.js';
import classes from './airtime-page.module.css';

const AMOUNTS = ['100', '200', '500', '1000', '2000', '5000'];
const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

export interface AirtimeOrder {
  readonly phone: string;
  readonly amount: string;
  readonly network: NetworkCode;
}

export interface FieldErrors {
  readonly phone?: string | undefined;
  readonly amount?: string | undefined;
  readonly network?: string | undefined;
}

interface AirtimeFormProps {
  readonly initial: AirtimeDraft;
  readonly busy: boolean;
  /** What the server found wrong. */
  readonly errors: FieldErrors;
  readonly onOrder: (order: AirtimeOrder) => void;
  readonly onEdit: () => void;
}

const plainPhone = (typed: string): string => typed.replace(/[\s().-]/g, '');
const plainAmount = (typed: string): string => typed.replace(/[\s,₦]/g, '');

export function AirtimeForm({ initial, busy, errors, onOrder, onEdit }: AirtimeFormProps) {
  const [draft, setDraft] = useState<AirtimeDraft>(initial);
  const [mine, setMine] = useState<FieldErrors>({});
  useEffect(() => airtimeDraft.keep(draft), [draft]);
  const detected = networkOfPhone(plainPhone(draft.phone));
  const network = draft.chosen ?? detected;
  const shown = { ...errors, ...mine };

  const edit = (change: Partial<AirtimeDraft>): void => {
    setDraft({ ...draft, ...change });
    setMine({});
    onEdit();
  };

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const phone = normalisePhone(plainPhone(draft.phone));
    const amount = plainAmount(draft.amount);
    const found: FieldErrors = {
      ...(phone ? {} : { phone: 'Enter a valid 11-digit Nigerian number.' }),
      ...(AMOUNT.test(amount) && Number(amount) > 0
        ? {}
        : { amount: 'Enter an amount in naira, for example 500.' }),
      ...(network ? {} : { network: 'Select a network' }),
    };
    setMine(found);
    if (phone && network && Object.keys(found).length === 0)
      onOrder({ phone: localPhone(phone), amount, network });
    else event.currentTarget.querySelector<HTMLElement>(`[name="${Object.keys(found)[0]}"]`)?.focus();
  };

  return (
    <Card>
      <form className={classes.form} onSubmit={submit} noValidate>
        <div>
          <TextInput
            label="Phone number"
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            size="md"
            maxLength={20}
            placeholder="0803 123 4567"
            value={draft.phone}
            error={shown.phone}
            onChange={(event) => edit({ phone: event.currentTarget.value })}
          />
          <RecentRecipients onPick={(phone) => edit({ phone, chosen: undefined })} />
        </div>
        <NetworkPicker
          network={network}
          detected={detected}
          error={shown.network}
          onChange={(chosen) => edit({ chosen })}
        />
        <div>
          <TextInput
            label="Amount"
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            size="md"
            maxLength={14}
            leftSection={<span aria-hidden="true">₦</span>}
            value={draft.amount}
            error={shown.amount}
            onChange={(event) => edit({ amount: event.currentTarget.value })}
          />
          <div className={classes.chips} role="group" aria-label="Common amounts">
            {AMOUNTS.map((amount) => (
              <button
                key={amount}
                type="button"
                aria-pressed={plainAmount(draft.amount) === amount}
                onClick={() => edit({ amount })}
              >
                ₦{Number(amount).toLocaleString('en-NG')}
              </button>
            ))}
          </div>
        </div>
        <Button type="submit" size="md" fullWidth loading={busy}>
          Continue
        </Button>
        <p className={classes.note}>You see the price and your balance before you pay.</p>
      </form>
    </Card>
  );
}
