import { TextInput } from '@mantine/core';
import { msg, t, grouped } from '../../../languages/language.js';
import { Chips } from '../../../ui/form/chips.js';

interface AmountFieldProps {
  readonly value: string;
  readonly onChange: (amount: string) => void;
  readonly error?: string | undefined;
  readonly description?: string;
  /** Suggested amounts, naira. */
  readonly common?: readonly string[];
}

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

const plainAmount = (typed: string): string => typed.replace(/[\s,₦]/g, '');

/** Contract amount; undefined when invalid. */
export function readAmount(typed: string): string | undefined {
  const amount = plainAmount(typed);
  return AMOUNT.test(amount) && Number(amount) > 0 ? amount : undefined;
}

export const AMOUNT_WANTED = msg('Enter an amount in naira, for example 500.');

export function AmountField({ value, onChange, error, description, common = [] }: AmountFieldProps) {
  return (
    <div>
      <TextInput
        label={t('Amount')}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        size="md"
        maxLength={14}
        leftSection={<span aria-hidden="true">₦</span>}
        description={description}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Chips
        label={t('Common amounts')}
        options={common.map((amount) => ({
          value: amount,
          text: `₦${grouped(amount)}`,
        }))}
        chosen={plainAmount(value)}
        onPick={onChange}
      />
    </div>
  );
}
