import { createContext, useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { t } from '../../languages/language.js';
import { Notice } from '../feedback/notice.js';
import classes from './form.module.css';

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & {
  readonly onSend: (form: HTMLFormElement) => unknown;
  readonly sendOn?: string | false | undefined;
};

const AT_FAULT = '[aria-invalid="true"], fieldset[data-invalid] input';

type Missing = ReadonlyMap<string, string>;
const NOTHING: Missing = new Map();

/** Errors of required fields, by the `name` of the field. */
export const MissingFields = createContext(NOTHING);

/** Messages for invalid required fields. The browser's own messages may be in a different language. */
const missingIn = (form: HTMLFormElement): Missing =>
  new Map(
    [...form.querySelectorAll<HTMLInputElement>(':required:invalid')].map(({ name, validity }) => [
      name,
      validity.valueMissing ? t('Fill in this field.') : t('Enter an email address, like ada@mail.com.'),
    ]),
  );

/** Form that moves the focus to the first invalid field after a refusal. */
export function Form({ onSend, sendOn, children, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef(false);
  const [missing, setMissing] = useState(NOTHING);
  useEffect(() => {
    if (!sent.current) return;
    const wrong = form.current?.querySelector<HTMLElement>(AT_FAULT);
    if (!wrong) return;
    sent.current = false;
    wrong.focus();
    // Otherwise the text of the error below the input would stay out of view.
    wrong.closest('fieldset, .mantine-InputWrapper-root')?.scrollIntoView({ block: 'nearest' });
  });
  const sentOn = useRef<string>(undefined);
  useEffect(() => {
    if (!sendOn || sentOn.current === sendOn) return;
    sentOn.current = sendOn;
    form.current?.requestSubmit();
  }, [sendOn]);
  return (
    <form
      {...rest}
      ref={form}
      className={classes.form}
      noValidate
      onInput={() => {
        sent.current = false;
        setMissing(NOTHING);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        sent.current = true;
        const found = missingIn(event.currentTarget);
        setMissing(found);
        if (found.size === 0) void onSend(event.currentTarget);
      }}
    >
      <MissingFields value={missing}>{children}</MissingFields>
    </form>
  );
}

export function FieldPair({ children }: { readonly children: ReactNode }) {
  return <div className={classes.pair}>{children}</div>;
}

export function FormNote({ children }: { readonly children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
}

/** Text of an error. The text takes the focus, because the pressed button may be far below it. */
export function FormError({ message }: { readonly message: string | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) box.current?.focus();
  }, [message]);
  return message ? (
    <div ref={box} tabIndex={-1}>
      <Notice tone="bad">{message}</Notice>
    </div>
  ) : null;
}
