import type { ComponentProps, ReactNode } from 'react';
import classes from './form.module.css';

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  readonly onSend: (form: HTMLFormElement) => unknown;
};

/** A column of fields that is sent without leaving the page. */
export function Form({ onSend, children, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void onSend(event.currentTarget);
      }}
    >
      {children}
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
