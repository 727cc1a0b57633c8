import classes from './radio-chips.module.css';

interface RadioChipsProps {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly { readonly value: string; readonly text: string; readonly off?: boolean }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function RadioChips({ legend, name, options, value, onChange }: RadioChipsProps) {
  return (
    <fieldset className={classes.row}>
      <legend className="nl-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.chip}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            disabled={option.off ?? false}
            onChange={() => onChange(option.value)}
          />
          {option.text}
        </label>
      ))}
    </fieldset>
  );
}
