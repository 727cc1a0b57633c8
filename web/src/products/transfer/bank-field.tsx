import { Input } from '@mantine/core';
import { Suspense, useState } from 'react';
import { likelyBanks, type Bank } from '../../../../services/contracts/fields/nuban.js';
import { useBeneficiariesOf } from '../../api/beneficiaries.api.js';
import { t } from '../../languages/language.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { Chips } from '../../ui/form/chips.js';
import { ChevronDownIcon } from '../../ui/icons.js';
import classes from './bank-field.module.css';

const BankSheet = loadPart(() => import('./bank-sheet.js'));

const OFFERED = 4;

interface BankFieldProps {
  readonly banks: readonly Bank[];
  readonly bank: Bank | undefined;
  readonly account: string;
  readonly onChange: (code: string) => void;
  readonly error: string | undefined;
}

export function BankField({ banks, bank, account, onChange, error }: BankFieldProps) {
  const [choosing, setChoosing] = useState(false);
  const { data } = useBeneficiariesOf('transfer');
  const used = new Set([...(data?.saved ?? []), ...(data?.recent ?? [])].map(({ provider }) => provider));
  const recent = [...used].flatMap((code) => banks.filter((each) => each.code === code));
  const likely = likelyBanks(account, banks);
  const usual = recent.filter((each) => likely.length === 0 || likely.includes(each));
  const offered = bank ? [] : [...new Set([...usual, ...likely])].slice(0, OFFERED);
  return (
    <div>
      <Input.Wrapper label={t('Bank Name')} size="md" error={error} id="bank-name">
        <Input
          component="button"
          id="bank-name"
          aria-labelledby="bank-name-label bank-name"
          type="button"
          name="bank_name_code"
          size="md"
          pointer
          aria-haspopup="dialog"
          aria-invalid={error ? true : undefined}
          rightSection={<ChevronDownIcon />}
          className={classes.field ?? ''}
          onClick={() => setChoosing(true)}
        >
          {bank?.name ?? t('Select Bank')}
        </Input>
      </Input.Wrapper>
      <Chips
        label={t('Banks that may be meant')}
        options={offered.map(({ code, name }) => ({ value: code, text: name }))}
        onPick={onChange}
      />
      <Suspense>
        {choosing ? (
          <BankSheet
            banks={banks}
            likely={likely}
            recent={recent}
            onPick={(code) => {
              setChoosing(false);
              onChange(code);
            }}
            onClose={() => setChoosing(false)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
