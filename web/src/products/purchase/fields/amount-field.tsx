import { TextInput } from '@mantine/core';
import { plainAmount } from '../../../../../services/contracts/fields/written-numbers.js';
import { grouped, msg, t } from '../../../languages/language.js';
import { Chips } from '../../../ui/form/chips.js';

interface AmountFieldProps {
  readonly value: string;
  readonly onChange: (amount: string) => void;
  readonly error?: string | undefined;
  readonly description?: string;
  /** Suggested amounts, naira. */
  readonly common?: readonly string[];
}

export function readAmount(typed: string): string | undefined {
  const amount = plainAmount(typed);
  return Number(amount) > 0 ? amount : undefined;
}

export const AMOUNT_WANTED = msg('Enter an amount in naira, like 1,500.50.');

export function AmountField({ value, onChange, error, description, common = [] }: AmountFieldProps) {
  return (
    <div>
      <TextInput
        label={t('Amount')}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        size="md"
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
        chosen={plainAmount(value) ?? ''}
        onPick={onChange}
      />
    </div>
  );
}
