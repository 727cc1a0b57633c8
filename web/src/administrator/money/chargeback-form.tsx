import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { PAYMENT_PROVIDERS } from '../../../../services/contracts/admin/money-desk.contract.js';
import { call } from '../../api/call.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { naira } from '../../ui/format.js';
import { DoneNotice, MoneyForm, overLimit, type Done } from './money-form.js';
import { type MoneyField, plainNaira, providerOf, REASON, shownNaira } from './money-words.js';
import type { MoneyDesk, DisputablePayment } from './money.api.js';
import classes from './money.module.css';

const PROVIDERS = Object.entries(PAYMENT_PROVIDERS).map(([value, label]) => ({ value, label }));

interface Found extends DisputablePayment {
  readonly provider: keyof typeof PAYMENT_PROVIDERS;
  readonly reference: string;
}

export function ChargebackForm({ desk }: { readonly desk: MoneyDesk }) {
  const [payment, setPayment] = useState<Found>();
  const [done, setDone] = useState<Done>();
  const found = (next: Found | undefined): void => {
    setPayment(next);
    if (next) setDone(undefined);
  };
  return (
    <>
      <DoneNotice done={done} />
      <FindPayment payment={payment} onFound={found} />
      {payment ? (
        <DisputeForm
          // `key` contains the remaining amount, so that a change of this amount empties the form.
          key={`${payment.provider} ${payment.reference} ${payment.left}`}
          desk={desk}
          payment={payment}
          onDone={(what) => {
            setPayment(undefined);
            setDone(what);
          }}
        />
      ) : null}
    </>
  );
}

const SPENDING = [
  { value: 'leave', label: 'Leave it as it is' },
  { value: 'stop', label: 'Stop it until an administrator allows it again' },
];

function DisputeForm({
  desk,
  payment,
  onDone,
}: {
  readonly desk: MoneyDesk;
  readonly payment: Found;
  readonly onDone: (done: Done) => void;
}) {
  const fields: readonly MoneyField[] = [
    {
      name: 'dispute_reference',
      label: 'Dispute reference',
      kind: 'text',
      max: 64,
      hint: 'As the provider names it. Each is recorded once.',
    },
    {
      name: 'amount',
      label: 'Amount',
      kind: 'money',
      first: String(payment.left),
      hint: `What was disputed, at most ${naira(payment.left)}.`,
    },
    {
      name: 'fee',
      label: 'Fee',
      kind: 'money',
      first: '0',
      hint: 'What the provider charges us for it; 0 for none. The customer does not pay it.',
    },
    { name: 'evidence', label: 'Evidence', kind: 'text', hint: 'Where the proof is kept.' },
    { name: 'freeze', label: 'Spending of the customer', kind: 'choice', first: 'leave', options: SPENDING },
    REASON,
  ];
  const amountOf = (typed: string | undefined): number => Number(plainNaira(typed ?? ''));
  return (
    <MoneyForm
      fields={fields}
      button="Record the chargeback"
      confirm={{
        title: 'Record this chargeback?',
        facts: (values) => {
          const amount = amountOf(values['amount']);
          const loss = Math.max(0, amount - payment.balance);
          return [
            ['Amount', shownNaira(values['amount'] ?? '')],
            ['Takes from', `${payment.name}, ${payment.email}`],
            ['In the wallet now', naira(payment.balance)],
            ...(loss > 0 ? ([['Our loss, as it stands', naira(loss)]] as const) : []),
            ['Fee', shownNaira(values['fee'] ?? '')],
            ['Dispute', values['dispute_reference'] ?? ''],
            ['Through', PAYMENT_PROVIDERS[payment.provider]],
            ...(values['freeze'] === 'stop' ? ([['Spending', 'Is stopped']] as const) : []),
          ];
        },
        note: (values) => overLimit(amountOf(values['amount']) + amountOf(values['fee']), desk),
      }}
      send={(values, form_id) =>
        call('recordChargeback', {
          form_id,
          provider: payment.provider,
          payment_reference: payment.reference,
          dispute_reference: values['dispute_reference'] ?? '',
          amount: values['amount'] ?? '',
          fee: values['fee'] ?? '',
          evidence: values['evidence'] ?? '',
          reason: values['reason'] ?? '',
          freeze: values['freeze'] === 'stop',
        })
      }
      onDone={onDone}
    />
  );
}

function FindPayment({
  payment,
  onFound,
}: {
  readonly payment: Found | undefined;
  readonly onFound: (payment: Found | undefined) => void;
}) {
  const [typed, setTyped] = useState('');
  const [provider, setProvider] = useState(providerOf(undefined));
  const { send, busy, error, failure, clear } = useSend('disputablePayment', {
    refused: 'There is no payment with this reference.',
    broken: 'We cannot reach the server. Check your connection.',
  });
  const find = async (): Promise<void> => {
    const reference = typed.trim();
    const found = await send({ provider, payment_reference: reference });
    if (found) onFound({ ...found, provider, reference });
  };
  if (payment)
    return (
      <div className={classes.person} role="group" aria-label="Payment">
        <div>
          <p>
            <strong>{payment.name || 'Erased'}</strong>
          </p>
          <p className={classes.soft}>{payment.email}</p>
          <p className={classes.soft}>{payment.reference}</p>
        </div>
        <div>
          <p className={classes.soft}>Credited {naira(payment.credited)}</p>
          <p>
            <strong>{naira(payment.left)}</strong> <span className={classes.soft}>can be charged back</span>
          </p>
          <p className={classes.soft}>Balance {naira(payment.balance)}</p>
        </div>
        <Button size="compact-sm" variant="default" onClick={() => onFound(undefined)}>
          Another payment
        </Button>
      </div>
    );
  const fault = errorOfField(failure, 'payment_reference');
  return (
    <Form onSend={find}>
      <NativeSelect
        label="Payment provider"
        name="provider"
        size="md"
        data={PROVIDERS}
        value={provider}
        onChange={(event) => {
          setProvider(providerOf(event.currentTarget.value));
          clear();
        }}
      />
      <TextInput
        label="Reference of the payment"
        name="payment_reference"
        description={`As ${PAYMENT_PROVIDERS[provider]} names it: it stands in the funding history.`}
        size="md"
        autoComplete="off"
        maxLength={200}
        value={typed}
        error={fault}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          clear();
        }}
      />
      <FormError message={fault ? undefined : error} />
      <BusyButton busy={busy} busyText="Searching..." disabled={typed.trim() === ''}>
        Find
      </BusyButton>
    </Form>
  );
}
