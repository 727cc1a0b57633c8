import { useState } from 'react';
import { BANK_NAME_MAX } from '../../../../services/contracts/admin/money-desk-fields.js';
import { call } from '../../api/call.js';
import { naira } from '../../ui/format.js';
import { DoneNotice, MoneyForm, overLimit, type Done } from './money-form.js';
import { type MoneyField, plainNaira, providerOf, REASON, shownNaira } from './money-words.js';
import type { MoneyDesk } from './money.api.js';

const lineFields = (bank: string): readonly MoneyField[] => [
  { name: 'bank', label: 'Bank', kind: 'text', max: BANK_NAME_MAX, first: bank },
  {
    name: 'bank_reference',
    label: 'Bank reference',
    kind: 'text',
    max: 64,
    hint: 'As the statement of the bank has it. Each is booked once.',
  },
  { name: 'evidence', label: 'Evidence', kind: 'text', hint: 'Where the proof is kept.' },
  REASON,
];

const lineOf = (values: Readonly<Record<string, string>>) => ({
  amount: values['amount'] ?? '',
  bank: values['bank'] ?? '',
  bank_reference: values['bank_reference'] ?? '',
  evidence: values['evidence'] ?? '',
  reason: values['reason'] ?? '',
});

const nairaOf = (typed: string | undefined): number => Number(plainNaira(typed ?? ''));

export function TopUpForm({ desk }: { readonly desk: MoneyDesk }) {
  const [done, setDone] = useState<Done>();
  const options = desk.vendors.map(({ code, name }) => ({ value: String(code), label: name }));
  const nameOf = (code: string | undefined) =>
    options.find(({ value }) => value === code)?.label ?? options[0]?.label ?? '';
  const fields: readonly MoneyField[] = [
    {
      name: 'vendor',
      label: 'Vendor',
      kind: 'choice',
      options,
      first: options[0]?.value ?? '',
    },
    { name: 'amount', label: 'Amount', kind: 'money', hint: 'What left the bank.' },
    ...lineFields(desk.bank),
  ];
  return (
    <>
      <DoneNotice done={done} />
      <MoneyForm
        fields={fields}
        button="Book the top-up"
        confirm={{
          title: 'Book this top-up?',
          facts: (values) => [
            ['Amount', shownNaira(values['amount'] ?? '')],
            ['To', nameOf(values['vendor'])],
            ['From', `${values['bank'] ?? ''} ${values['bank_reference'] ?? ''}`],
          ],
          note: (values) => overLimit(nairaOf(values['amount']), desk),
        }}
        send={(values, form_id) =>
          call('topUpVendor', { ...lineOf(values), form_id, vendor: values['vendor'] ?? '' })
        }
        onDone={setDone}
      />
    </>
  );
}

export function SettlementForm({ desk }: { readonly desk: MoneyDesk }) {
  const [done, setDone] = useState<Done>();
  const fields: readonly MoneyField[] = [
    {
      name: 'provider',
      label: 'Payment provider',
      kind: 'choice',
      first: desk.providers[0]?.code ?? '',
      options: desk.providers.map(({ code, name, balance }) => ({
        value: code,
        label: `${name}, owes us ${naira(balance)}`,
      })),
    },
    { name: 'amount', label: 'Amount', kind: 'money', hint: 'What arrived at the bank.' },
    {
      name: 'fee',
      label: 'Fee',
      kind: 'money',
      first: '0',
      hint: 'What the provider kept for settling; 0 for none.',
    },
    ...lineFields(desk.bank),
  ];
  return (
    <>
      <DoneNotice done={done} />
      <MoneyForm
        fields={fields}
        button="Book the settlement"
        confirm={{
          title: 'Book this settlement?',
          facts: (values) => [
            ['Amount', shownNaira(values['amount'] ?? '')],
            ['Fee', shownNaira(values['fee'] ?? '')],
            ['From', desk.providers.find(({ code }) => code === values['provider'])?.name ?? ''],
            ['At', `${values['bank'] ?? ''} ${values['bank_reference'] ?? ''}`],
          ],
          note: (values) => overLimit(nairaOf(values['amount']) + nairaOf(values['fee']), desk),
        }}
        send={(values, form_id) =>
          call('settleProvider', {
            ...lineOf(values),
            form_id,
            fee: values['fee'] ?? '',
            provider: providerOf(values['provider']),
          })
        }
        onDone={setDone}
      />
    </>
  );
}
