import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isLagosDay } from './audit-words.js';
import classes from './audit.module.css';

interface MomentFormProps {
  readonly fields: readonly { readonly name: string; readonly label: string }[];
}

type By = 'day' | 'time' | 'position';

const WAYS: readonly { readonly value: By; readonly label: string }[] = [
  { value: 'day', label: 'Day in Lagos' },
  { value: 'time', label: 'Date and time in Lagos' },
  { value: 'position', label: 'Position in the log' },
];

const isPosition = (text: string): boolean => /^\d+$/.test(text);

function wayOf(named: readonly string[]): By {
  const given = named.filter((moment) => moment !== '');
  if (given.some(isPosition)) return 'position';
  return given.length > 0 && given.every(isLagosDay) ? 'day' : 'time';
}

const FIELDS = {
  day: { type: 'date' },
  time: { type: 'datetime-local', step: 1 },
  position: { inputMode: 'numeric', placeholder: 'Newest', autoComplete: 'off' },
} as const;

/** Appends the seconds `:00`, which browsers leave out of a `datetime-local` value. */
const withSeconds = (moment: string): string => (/T\d{2}:\d{2}$/.test(moment) ? `${moment}:00` : moment);

/** An empty field stands for the newest event. */
export function MomentForm({ fields }: MomentFormProps) {
  const [params, setParams] = useSearchParams();
  const named = fields.map(({ name }) => params.get(name) ?? '');
  const [by, setBy] = useState(() => wayOf(named));
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
    go(typed.map((moment) => withSeconds(moment.trim())));
  };
  const turnTo = (way: By): void => {
    setBy(way);
    // Clear the fields, because each kind of moment has a different format.
    setTyped(fields.map(() => ''));
  };
  return (
    <form className={classes.filters} role="search" aria-label="As of when" onSubmit={send}>
      <NativeSelect
        label="By"
        value={by}
        data={WAYS}
        onChange={(event) =>
          turnTo(WAYS.find(({ value }) => value === event.currentTarget.value)?.value ?? 'time')
        }
      />
      {fields.map(({ name, label }, index) => (
        <TextInput
          key={name}
          label={label}
          {...FIELDS[by]}
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
