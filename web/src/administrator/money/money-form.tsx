import { NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { plainAmount } from '../../../../services/contracts/fields/written-numbers.js';
import { ownEntry } from '../../../../services/contracts/own-entry.js';
import { api, findOutSession } from '../../api/base-api.js';
import type { CallResult } from '../../api/call.js';
import { newKey, errorOfField } from '../../api/use-send.js';
import { isSignedOut, isUndecided, type Failure } from '../../api/failure.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { nairaFault } from '../naira-fault.js';
import { naira } from '../../ui/format.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { type MoneyField, plainNaira } from './money-words.js';
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
  readonly confirm: {
    readonly title: string;
    readonly facts: (values: Values) => readonly (readonly [label: string, value: string])[];
    readonly note?: (values: Values) => ReactNode;
  };
  /** `formId` is an idempotency key. */
  readonly send: (values: Values, formId: string) => Promise<CallResult<Done>>;
  readonly onDone: (done: Done) => void;
  readonly children?: ReactNode;
}

const UNSURE = ' It may have been done all the same: pressing again never counts twice.';

const isFilled = ({ kind, optional = false }: MoneyField, value: string): boolean => {
  if (optional && value.trim() === '') return true;
  return kind === 'money' ? plainAmount(value) !== undefined : value.trim() !== '';
};

function plainValues(fields: readonly MoneyField[], values: Values): Values {
  const money = fields
    .filter(({ kind }) => kind === 'money')
    .map(({ name }) => [name, plainNaira(ownEntry(values, name) ?? '')]);
  return { ...values, ...Object.fromEntries(money) };
}

export function MoneyForm({ fields, button, confirm, send, onDone, children }: MoneyFormProps) {
  const empty = Object.fromEntries(fields.map(({ name, first = '' }) => [name, first]));
  const [values, setValues] = useState<Values>(empty);
  const [formId, setFormId] = useState(newKey);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const running = useRef(false);
  const dispatch = useDispatch();
  const valueOf = ({ name }: MoneyField): string => ownEntry(values, name) ?? '';
  const isOfField = (refused: Failure): boolean => fields.some(({ name }) => errorOfField(refused, name));

  const go = async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    const result = await send(plainValues(fields, values), formId);
    running.current = false;
    setBusy(false);
    // Invalidate `Sales`, too, to reload the balance of the company's own wallet in the header.
    dispatch(
      api.util.invalidateTags(['Approvals', 'AdminFunding', 'Users', 'Terms', 'Chargebacks', 'Sales']),
    );
    if ('failure' in result) {
      setFailure(result.failure);
      if (isSignedOut(result.failure)) void findOutSession(dispatch);
      // Close the confirmation, because it covers the field that has the error.
      if (result.failure.field || isOfField(result.failure)) setAsking(false);
      return;
    }
    setAsking(false);
    setValues(empty);
    setFormId(newKey());
    onDone(result.data);
  };

  const error =
    failure && !isOfField(failure) ? failure.message + (isUndecided(failure) ? UNSURE : '') : undefined;
  return (
    <>
      <Form onSend={() => setAsking(true)}>
        {children}
        {fields.map((field) => (
          <MoneyInput
            key={field.name}
            field={field}
            value={valueOf(field)}
            failure={failure}
            onChange={(value) => {
              setValues((typed) => ({ ...typed, [field.name]: value }));
              setFailure(undefined);
            }}
          />
        ))}
        {asking ? null : <FormError message={error} />}
        <BusyButton
          busy={busy}
          busyText="Processing..."
          disabled={!fields.every((field) => isFilled(field, valueOf(field)))}
        >
          {button}
        </BusyButton>
      </Form>
      {asking ? (
        <Confirmation
          confirm={confirm}
          values={values}
          button={button}
          busy={busy}
          error={error}
          onSend={go}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

interface MoneyInputProps {
  readonly field: MoneyField;
  readonly value: string;
  readonly failure: Failure | undefined;
  readonly onChange: (value: string) => void;
}

function MoneyInput({ field, value, failure, onChange }: MoneyInputProps) {
  const { name, label, kind, hint, max = 100, options = [] } = field;
  const fault =
    (kind === 'money' ? nairaFault(value, plainAmount(value) !== undefined) : undefined) ??
    errorOfField(failure, name);
  return kind === 'choice' ? (
    <NativeSelect
      label={label}
      name={name}
      size="md"
      data={[...options]}
      value={value}
      error={fault}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput
      label={label}
      name={name}
      description={hint}
      size="md"
      autoComplete="off"
      {...(kind === 'money'
        ? {
            inputMode: 'decimal' as const,
            leftSection: <span aria-hidden="true">₦</span>,
          }
        : { maxLength: max })}
      value={value}
      error={fault}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface ConfirmationProps extends Pick<MoneyFormProps, 'confirm' | 'button'> {
  readonly values: Values;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onSend: () => Promise<void>;
  readonly onClose: () => void;
}

function Confirmation({ confirm, values, button, busy, error, onSend, onClose }: ConfirmationProps) {
  return (
    <Sheet title={confirm.title} onClose={onClose}>
      <Form onSend={onSend}>
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
  );
}

export function DoneNotice({ done }: { readonly done: Done | undefined }) {
  if (!done) return null;
  return <Notice tone={done.outcome === 'waiting' ? 'warn' : 'good'}>{done.message}</Notice>;
}

/** @param amount naira */
export const overLimit = (amount: number, { alone_left: left }: MoneyDesk): ReactNode =>
  amount > left ? (
    <Notice tone="warn" announce={false}>
      More than the {naira(left)} you may still move alone today: another administrator has to approve it
      before anything moves.
    </Notice>
  ) : null;
