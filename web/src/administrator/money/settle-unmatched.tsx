import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { PAYMENT_PROVIDERS } from '../../../../services/contracts/admin/money-desk.contract.js';
import { BANK_NAME_MAX, MONEY_REASON_MAX } from '../../../../services/contracts/admin/money-desk-fields.js';
import { ownEntry } from '../../../../services/contracts/own-entry.js';
import { api } from '../../api/base-api.js';
import { newKey, errorOfField, useSend } from '../../api/use-send.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { naira } from '../../ui/format.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { FindCustomer } from './find-customer.js';
import { useMoneyDeskQuery, type Customer, type Unmatched } from './money.api.js';
import { overLimit } from './money-form.js';
import { providerOf } from './money-words.js';
import classes from './money.module.css';

export interface Settling {
  readonly how: 'assign' | 'return';
  readonly row: Unmatched;
}

const TEXTS = {
  refused: 'This payment could not be settled.',
  broken: 'No answer came back. Pressing again never counts twice.',
};

const REASON_FIELD = ['reason', 'Reason', MONEY_REASON_MAX] as const;
/** Fields by settlement: name in the call, label, maximum length. */
const FIELDS: Readonly<Record<Settling['how'], readonly (readonly [string, string, number])[]>> = {
  assign: [REASON_FIELD],
  return: [
    ['bank', 'Bank that sent it back', BANK_NAME_MAX],
    ['bank_reference', 'Bank reference', 64],
    ['evidence', 'Evidence', 100],
    REASON_FIELD,
  ],
};

/** Assigns or returns an unmatched payment. `formId` makes repetition harmless. */
export function SettleUnmatched({
  settling: { how, row },
  onClose,
}: {
  readonly settling: Settling;
  readonly onClose: () => void;
}) {
  const [formId] = useState(newKey);
  const [customer, setCustomer] = useState<Customer>();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const { data: desk } = useMoneyDeskQuery();
  const assigning = useSend('assignUnmatched', TEXTS);
  const returning = useSend('returnUnmatched', TEXTS);
  const { busy, error, failure, clear } = how === 'assign' ? assigning : returning;
  const dispatch = useDispatch();
  const valueOf = (field: string): string => ownEntry(values, field) ?? '';
  const fields = FIELDS[how];
  const isOfField = fields.some(([field]) => errorOfField(failure, field));
  const isComplete = fields.every(([field]) => valueOf(field).trim() !== '');

  const send = async (): Promise<void> => {
    const payment = {
      form_id: formId,
      provider: providerOf(row.provider),
      payment_reference: row.reference,
      reason: valueOf('reason'),
    };
    const answer = await (how === 'assign'
      ? assigning.send({ ...payment, user_id: customer?.user_id ?? '' })
      : returning.send({
          ...payment,
          bank: valueOf('bank'),
          bank_reference: valueOf('bank_reference'),
          evidence: valueOf('evidence'),
        }));
    // Invalidate after a refusal too: a colleague may have been faster.
    dispatch(api.util.invalidateTags(['Unmatched', 'Approvals', 'AdminFunding', 'Users']));
    if (!answer) return;
    toast(answer.message);
    onClose();
  };
  return (
    <Sheet title={`${how === 'assign' ? 'Assign' : 'Return'}: ${naira(row.amount)}`} onClose={onClose}>
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
      {how === 'assign' ? <FindCustomer customer={customer} onFound={setCustomer} /> : null}
      {how === 'return' || customer ? (
        <Form onSend={send}>
          {fields.map(([field, label, max]) => (
            <TextInput
              key={field}
              label={label}
              name={field}
              size="md"
              maxLength={max}
              autoComplete="off"
              value={valueOf(field)}
              error={errorOfField(failure, field)}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setValues((typed) => ({ ...typed, [field]: value }));
                clear();
              }}
            />
          ))}
          {desk ? overLimit(row.amount, desk) : null}
          <FormNote>
            {how === 'assign'
              ? 'The customer is credited less the charge of a transfer.'
              : 'Book it once the bank has sent it: the statement has the reference.'}
          </FormNote>
          <FormError message={isOfField ? undefined : error} />
          <BusyButton busy={busy} busyText="Processing..." disabled={!isComplete} warns>
            {how === 'assign' ? `Assign ${naira(row.amount)}` : `Book the return of ${naira(row.amount)}`}
          </BusyButton>
        </Form>
      ) : null}
    </Sheet>
  );
}
