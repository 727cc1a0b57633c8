import { useState } from 'react';
import { BANK_NAME_MAX } from '../../../../services/contracts/admin/money-desk-fields.js';
import { plainDigits } from '../../../../services/contracts/fields/plain-text.js';
import { call } from '../../api/call.js';
import { DoneNotice, MoneyForm, type Done } from './money-form.js';
import { type MoneyField, shownNaira } from './money-words.js';
import type { MoneyDesk } from './money.api.js';

const accountOf = (bank: string, number: string): string =>
  bank.trim() === '' ? 'None' : `${bank} ${number}`;

export function TermsForm({ desk: { terms } }: { readonly desk: MoneyDesk }) {
  const [done, setDone] = useState<Done>();
  const { manual_funding_bank_name: bank, manual_funding_account_number: number } = terms;
  const fields: readonly MoneyField[] = [
    {
      name: 'monify_charges',
      label: 'Charge per transfer',
      kind: 'money',
      first: String(terms.monify_charges),
      hint: 'Kept of the next transfer that arrives by itself. A higher one needs a second administrator.',
    },
    {
      name: 'manual_funding_bank_name',
      label: 'Bank',
      kind: 'text',
      max: BANK_NAME_MAX,
      optional: true,
      first: bank,
      hint: 'For funding by hand. Empty, with name and number: nothing is shown.',
    },
    {
      name: 'manual_funding_account_name',
      label: 'Account name',
      kind: 'text',
      optional: true,
      first: terms.manual_funding_account_name,
    },
    {
      name: 'manual_funding_account_number',
      label: 'Account number',
      kind: 'text',
      optional: true,
      first: number,
      hint: 'Ten digits. Customers send money to it. A new one needs a second administrator.',
    },
  ];
  return (
    <>
      <DoneNotice done={done} />
      <MoneyForm
        key={terms.version}
        fields={fields}
        button="Change"
        confirm={{
          title: 'Tell customers this from now on?',
          facts: (values) => [
            ['Charge', shownNaira(values['monify_charges'] ?? '')],
            ['Charge before', shownNaira(String(terms.monify_charges))],
            [
              'Bank',
              accountOf(
                values['manual_funding_bank_name'] ?? '',
                plainDigits(values['manual_funding_account_number'] ?? ''),
              ),
            ],
            ['Bank before', accountOf(bank, number)],
            ['In the name of', values['manual_funding_account_name'] ?? ''],
          ],
        }}
        send={(values) =>
          call('setFundingTerms', {
            monify_charges: values['monify_charges'] ?? '',
            version: terms.version,
            confirm: true,
            manual_funding_bank_name: values['manual_funding_bank_name'] ?? '',
            manual_funding_account_name: values['manual_funding_account_name'] ?? '',
            manual_funding_account_number: values['manual_funding_account_number'] ?? '',
          })
        }
        onDone={setDone}
      />
    </>
  );
}
