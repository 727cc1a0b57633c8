import { NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { ownEntry } from '../../../../services/contracts/own-entry.js';
import { api, findOutSession } from '../../api/base-api.js';
import type { CallResult } from '../../api/call.js';
import { newKey, errorOfField } from '../../api/use-send.js';
import { isSignedOut, isUndecided, type Failure } from '../../api/failure.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { naira } from '../../ui/format.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { isNaira, type MoneyField, plainNaira } from './money-words.js';
import type { MoneyDesk } from './money.api.js';
import classes from './money.module.css';

type Values = Readonly<Record<string, string>>;

export interface Done {
  readonly message: string;
  readonly outcome?: 'applied' | 'waiting';
}

interface MoneyFormProps {
  readonly fields: readonly MoneyField[];
  readonly button: string;
  /** Content of the confirmation. */
  readonly confirm: {
    readonly title: string;
    readonly facts: (values: Values) => readonly (readonly [label: string, value: string])[];
    readonly note?: (values: Values) => ReactNode;
  };
  /** `formId` is an idempotency key per form: sending twice moves money once. */
  readonly send: (values: Values, formId: string) => Promise<CallResult<Done>>;
  readonly onDone: (done: Done) => void;
  /** Content above the fields. */
  readonly children?: ReactNode;
}

const UNSURE = ' It may have been done all the same: pressing again never counts twice.';

/** Form for a money movement, confirmed before `send`. */
export function MoneyForm({ fields, button, confirm, send, onDone, children }: MoneyFormProps) {
  const empty = Object.fromEntries(fields.map(({ name, first = '' }) => [name, first]));
  const [values, setValues] = useState<Values>(empty);
  const [formId, setFormId] = useState(newKey);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const running = useRef(false);
  const dispatch = useDispatch();

  const faultOf = ({ name, kind }: MoneyField): string | undefined => {
    const typed = ownEntry(values, name) ?? '';
    if (kind === 'money' && typed.trim() !== '' && !isNaira(typed))
      return 'Enter an amount in naira, for example 1500.50.';
    return errorOfField(failure, name);
  };
  const isComplete = fields.every(({ name, kind, optional = false }) => {
    const typed = (ownEntry(values, name) ?? '').trim();
    if (optional && typed === '') return true;
    return kind === 'money' ? isNaira(typed) : typed !== '';
  });
  const isOfField = failure !== undefined && fields.some(({ name }) => errorOfField(failure, name));

  const go = async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    const money = fields
      .filter(({ kind }) => kind === 'money')
      .map(({ name }) => [name, plainNaira(ownEntry(values, name) ?? '')]);
    const result = await send({ ...values, ...Object.fromEntries(money) }, formId);
    running.current = false;
    setBusy(false);
    // `Sales` also reloads the house wallet in the header.
    dispatch(
      api.util.invalidateTags(['Approvals', 'AdminFunding', 'Users', 'Terms', 'Chargebacks', 'Sales']),
    );
    if ('failure' in result) {
      setFailure(result.failure);
      if (isSignedOut(result.failure)) void findOutSession(dispatch);
      // Field errors close the confirmation, to be fixed in the form.
      if (result.failure.field || fields.some(({ name }) => errorOfField(result.failure, name)))
        setAsking(false);
      return;
    }
    setAsking(false);
    setValues(empty);
    setFormId(newKey());
    onDone(result.data);
  };

  const change = (name: string, value: string): void => {
    setValues((typed) => ({ ...typed, [name]: value }));
    setFailure(undefined);
  };
  const error = failure && !isOfField ? failure.message + (isUndecided(failure) ? UNSURE : '') : undefined;
  return (
    <>
      <Form onSend={() => setAsking(true)}>
        {children}
        {fields.map((field) =>
          field.kind === 'choice' ? (
            <NativeSelect
              key={field.name}
              label={field.label}
              name={field.name}
              size="md"
              data={[...(field.options ?? [])]}
              value={ownEntry(values, field.name) ?? ''}
              error={faultOf(field)}
              onChange={(event) => change(field.name, event.currentTarget.value)}
            />
          ) : (
            <TextInput
              key={field.name}
              label={field.label}
              name={field.name}
              description={field.hint}
              size="md"
              autoComplete="off"
              {...(field.kind === 'money'
                ? {
                    inputMode: 'decimal' as const,
                    leftSection: <span aria-hidden="true">₦</span>,
                    maxLength: 14,
                  }
                : { maxLength: field.max ?? 100 })}
              value={ownEntry(values, field.name) ?? ''}
              error={faultOf(field)}
              onChange={(event) => change(field.name, event.currentTarget.value)}
            />
          ),
        )}
        {asking ? null : <FormError message={error} />}
        <BusyButton busy={busy} busyText="Processing..." disabled={!isComplete}>
          {button}
        </BusyButton>
      </Form>
      {asking ? (
        <Sheet title={confirm.title} onClose={() => setAsking(false)}>
          <Form onSend={go}>
            <dl className={classes.facts}>
              {confirm.facts(values).map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {confirm.note?.(values)}
            <FormError message={error} />
            <BusyButton busy={busy} busyText="Processing..." warns>
              {button}
            </BusyButton>
          </Form>
        </Sheet>
      ) : null}
    </>
  );
}

export function DoneNotice({ done }: { readonly done: Done | undefined }) {
  if (!done) return null;
  return <Notice tone={done.outcome === 'waiting' ? 'warn' : 'good'}>{done.message}</Notice>;
}

/** @param amount naira to move */
export const overLimit = (amount: number, { alone_left: left }: MoneyDesk): ReactNode =>
  amount > left ? (
    <Notice tone="warn" announce={false}>
      More than the {naira(left)} you may still move alone today: another administrator has to approve it
      before anything moves.
    </Notice>
  ) : null;
