import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { PAYMENT_PROVIDERS } from '../../../../services/contracts/admin/money-desk.contract.js';
import { BANK_NAME_MAX, MONEY_REASON_MAX } from '../../../../services/contracts/admin/money-desk-fields.js';
import { WRITTEN_LENGTH_MAX } from '../../../../services/contracts/fields/plain-text.js';
import { plainAmount } from '../../../../services/contracts/fields/written-numbers.js';
import { ownEntry } from '../../../../services/contracts/own-entry.js';
import { api } from '../../api/base-api.js';
import { newKey, errorOfField, useSend } from '../../api/use-send.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { naira } from '../../ui/format.js';
import { nairaFault } from '../naira-fault.js';
import { Notice } from '../../ui/feedback/notice.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { FindCustomer } from './find-customer.js';
import { useMoneyDeskQuery, type Customer, type Unmatched } from './money.api.js';
import { overLimit } from './money-form.js';
import { providerOf } from './money-words.js';
import classes from './money.module.css';

export interface Settling {
  readonly how: 'assign' | 'return' | 'dismiss';
  readonly row: Unmatched;
}

const TEXTS = {
  refused: 'This payment could not be settled.',
  broken: 'No answer came back. Pressing again never counts twice.',
};

const AMOUNT_FIELD = ['amount', 'Amount that the provider shows', WRITTEN_LENGTH_MAX] as const;
const REASON_FIELD = ['reason', 'Reason', MONEY_REASON_MAX] as const;
const FIELDS: Readonly<Record<Settling['how'], readonly (readonly [string, string, number])[]>> = {
  assign: [REASON_FIELD],
  return: [
    ['bank', 'Bank that sent it back', BANK_NAME_MAX],
    ['bank_reference', 'Bank reference', 64],
    ['evidence', 'Evidence', 100],
    REASON_FIELD,
  ],
  dismiss: [REASON_FIELD],
};

const DECISIONS: readonly { readonly value: Settling['how']; readonly label: string }[] = [
  { value: 'assign', label: 'Assign it to a customer' },
  { value: 'return', label: 'Return it to the payer' },
  { value: 'dismiss', label: 'No payment arrived' },
];

const NOTES: Readonly<Record<Settling['how'], string>> = {
  assign: 'The customer is credited less the charge of a transfer.',
  return: 'Book it once the bank has sent it: the statement has the reference.',
  dismiss: 'Nothing is credited, unless the provider confirms the payment after all.',
};

/** `formId` is an idempotency key. */
export function SettleUnmatched({
  settling: { how: first, row },
  onClose,
}: {
  readonly settling: Settling;
  readonly onClose: () => void;
}) {
  const [formId] = useState(newKey);
  const [how, setHow] = useState(first);
  const [customer, setCustomer] = useState<Customer>();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const { data: desk } = useMoneyDeskQuery();
  const assigning = useSend('assignUnmatched', TEXTS);
  const returning = useSend('returnUnmatched', TEXTS);
  const dismissing = useSend('dismissUnmatched', TEXTS);
  const { busy, error, failure, clear } = { assign: assigning, return: returning, dismiss: dismissing }[how];
  const dispatch = useDispatch();
  const valueOf = (field: string): string => ownEntry(values, field) ?? '';
  const states = row.unread && how !== 'dismiss';
  const fields = states ? [AMOUNT_FIELD, ...FIELDS[how]] : FIELDS[how];
  const isOfField = fields.some(([field]) => errorOfField(failure, field));
  const stated = plainAmount(valueOf('amount'));
  const isComplete =
    fields.every(([field]) => valueOf(field).trim() !== '') && (!states || stated !== undefined);
  const amount = states ? Number(stated ?? 0) : row.amount;
  const faultOf = (field: string): string | undefined =>
    (field === 'amount' ? nairaFault(valueOf('amount'), stated !== undefined) : undefined) ??
    errorOfField(failure, field);
  const button = {
    assign: `Assign ${naira(amount)}`,
    return: `Book the return of ${naira(amount)}`,
    dismiss: 'Decide that no payment arrived',
  }[how];

  const send = async (): Promise<void> => {
    const payment = {
      form_id: formId,
      provider: providerOf(row.provider),
      payment_reference: row.reference,
      reason: valueOf('reason'),
    };
    const moved = { ...payment, ...(states && { amount: stated }) };
    const send = {
      assign: () => assigning.send({ ...moved, user_id: customer?.user_id ?? '' }),
      return: () =>
        returning.send({
          ...moved,
          bank: valueOf('bank'),
          bank_reference: valueOf('bank_reference'),
          evidence: valueOf('evidence'),
        }),
      dismiss: () => dismissing.send(payment),
    };
    const answer = await send[how]();
    // Reload even after a refusal, because another administrator may have settled the payment first.
    dispatch(api.util.invalidateTags(['Unmatched', 'Approvals', 'AdminFunding', 'Users']));
    if (!answer) return;
    toast(answer.message);
    onClose();
  };
  return (
    <Sheet
      title={
        row.unread
          ? 'Decide about a payment'
          : `${how === 'assign' ? 'Assign' : 'Return'}: ${naira(row.amount)}`
      }
      onClose={onClose}
    >
      <dl className={classes.facts}>
        <div>
          <dt>Reference</dt>
          <dd>{row.reference}</dd>
        </div>
        <div>
          <dt>Through</dt>
          <dd>{ownEntry<string>(PAYMENT_PROVIDERS, row.provider) ?? row.provider}</dd>
        </div>
      </dl>
      {row.unread ? (
        <NativeSelect
          label="Decision"
          size="md"
          data={[...DECISIONS]}
          value={how}
          onChange={({ currentTarget: { value } }) =>
            setHow(DECISIONS.find((each) => each.value === value)?.value ?? how)
          }
        />
      ) : null}
      {row.reason && how === 'assign' ? (
        <Notice tone="warn" announce={false}>
          {row.reason}. Another administrator has to approve it before anything moves.
        </Notice>
      ) : null}
      {how === 'assign' ? <FindCustomer customer={customer} onFound={setCustomer} /> : null}
      {how !== 'assign' || customer ? (
        <Form onSend={send}>
          {fields.map(([field, label, max]) => (
            <TextInput
              key={field}
              label={label}
              name={field}
              size="md"
              maxLength={max}
              inputMode={field === 'amount' ? 'decimal' : undefined}
              autoComplete="off"
              value={valueOf(field)}
              error={faultOf(field)}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setValues((typed) => ({ ...typed, [field]: value }));
                clear();
              }}
            />
          ))}
          {desk && how !== 'dismiss' ? overLimit(amount, desk) : null}
          <FormNote>{NOTES[how]}</FormNote>
          <FormError message={isOfField ? undefined : error} />
          <BusyButton busy={busy} busyText="Processing..." disabled={!isComplete} warns>
            {button}
          </BusyButton>
        </Form>
      ) : null}
    </Sheet>
  );
}
