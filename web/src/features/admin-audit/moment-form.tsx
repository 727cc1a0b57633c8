import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import classes from './audit.module.css';

interface MomentFormProps {
  /** The moments that are asked for, by their names in the address. */
  readonly fields: readonly { readonly name: string; readonly label: string }[];
}

type By = 'time' | 'position';

const WAYS = [
  { value: 'time', label: 'Date and time in Lagos' },
  { value: 'position', label: 'Position in the log' },
];

const isPosition = (text: string): boolean => /^\d+$/.test(text);

/** Asks as of when a page is read: by a date and time, or by a position. Both live in the address, nothing is now. */
export function MomentForm({ fields }: MomentFormProps) {
  const [params, setParams] = useSearchParams();
  const named = fields.map(({ name }) => params.get(name) ?? '');
  const [by, setBy] = useState<By>(named.some(isPosition) ? 'position' : 'time');
  const [typed, setTyped] = useState<readonly string[]>(named);
  const go = (moments: readonly string[]): void =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      fields.forEach(({ name }, index) => {
        const moment = moments[index] ?? '';
        if (moment === '') next.delete(name);
        else next.set(name, moment);
      });
      return next;
    });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    go(typed.map((moment) => moment.trim()));
  };
  const turnTo = (way: By): void => {
    setBy(way);
    // What one way says means nothing in the other.
    setTyped(fields.map(() => ''));
  };
  return (
    <form className={classes.filters} role="search" aria-label="As of when" onSubmit={send}>
      <NativeSelect
        label="By"
        value={by}
        data={WAYS}
        onChange={(event) => turnTo(event.currentTarget.value === 'position' ? 'position' : 'time')}
      />
      {fields.map(({ name, label }, index) => (
        <TextInput
          key={name}
          label={label}
          {...(by === 'time'
            ? { type: 'datetime-local', step: 1 }
            : { inputMode: 'numeric', placeholder: 'Newest', autoComplete: 'off', maxLength: 9 })}
          value={typed[index] ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setTyped((before) => before.map((moment, each) => (each === index ? value : moment)));
          }}
        />
      ))}
      <div className={classes.buttons}>
        <Button type="submit">Show</Button>
        {named.some((moment) => moment !== '') ? (
          <Button
            variant="default"
            onClick={() => {
              setTyped(fields.map(() => ''));
              go([]);
            }}
          >
            Now
          </Button>
        ) : null}
      </div>
    </form>
  );
}
