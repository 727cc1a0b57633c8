import { createContext, useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { t } from '../../languages/language.js';
import { Notice } from '../feedback/notice.js';
import classes from './form.module.css';

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & {
  readonly onSend: (form: HTMLFormElement) => unknown;
  /** The form sends itself once whenever this becomes another word: what it needs has come without a person. */
  readonly sendOn?: string | false | undefined;
};

/** A field, or the first answer to a question of which several can be picked. */
const AT_FAULT = '[aria-invalid="true"], fieldset[data-invalid] input';

type Missing = ReadonlyMap<string, string>;
const NOTHING: Missing = new Map();

/** What its form wants of each field before it is sent, by the field's name. */
export const MissingFields = createContext(NOTHING);

/** In our words and language: the browser's own bubble is in its, and gone after a moment. */
const missingIn = (form: HTMLFormElement): Missing =>
  new Map(
    [...form.querySelectorAll<HTMLInputElement>(':required:invalid')].map(({ name, validity }) => [
      name,
      validity.valueMissing ? t('Fill in this field.') : t('Enter an email address, like ada@mail.com.'),
    ]),
  );

/**
 * A column of fields that is sent without leaving the page, once what is required is there. When something is missing or it
 * is refused, the first field at fault gets the focus.
 */
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
    // What is wrong with it stands below it.
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

/** Two short fields beside each other where there is room. */
export function FieldPair({ children }: { readonly children: ReactNode }) {
  return <div className={classes.pair}>{children}</div>;
}

/** A sentence in small print under a form. */
export function FormNote({ children }: { readonly children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
}

/** What is wrong with a whole form; focus goes there, because the button that was pressed may be below the fold. */
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
