import type { ReactNode } from 'react';
import classes from './option-picker.module.css';
import { t } from '../../../languages/language.js';

export interface Option {
  readonly value: string;
  readonly title: string;
  readonly text?: ReactNode;
  readonly aside?: ReactNode;
  readonly mark?: string | undefined;
  readonly off?: boolean;
}

interface OptionPickerProps {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly inline?: boolean;
}

export function OptionPicker({ legend, name, options, value, onChange, error, inline }: OptionPickerProps) {
  return (
    <fieldset className={classes.field} data-invalid={error ? true : undefined}>
      <legend>{legend}</legend>
      <div className={classes.options} data-inline={inline ? options.length : undefined}>
        {options.map((option) => (
          <label key={option.value} className={classes.option} data-off={option.off || undefined}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              disabled={option.off ?? false}
              onChange={() => onChange(option.value)}
            />
            <span className={classes.what}>
              <strong>
                {option.title}
                {option.mark ? <em>{option.mark}</em> : null}
              </strong>
              {option.text || option.off ? (
                <span>{option.off ? t('Not available now') : option.text}</span>
              ) : null}
            </span>
            {option.aside ? <span className={classes.aside}>{option.aside}</span> : null}
          </label>
        ))}
      </div>
      {error ? (
        <p className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
