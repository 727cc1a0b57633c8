import { naira } from '../ui/format.js';
import classes from './price-line.module.css';

interface PriceLineProps {
  readonly name: string;
  /** Naira; undefined until everything it depends on is chosen. */
  readonly amount: number | undefined;
  readonly saved?: number | undefined;
  /** How it comes about. */
  readonly text?: string | undefined;
  readonly problem?: string | undefined;
}

/** What it will cost, kept up to date while the form is filled in. */
export function PriceLine({ name, amount, saved = 0, text, problem }: PriceLineProps) {
  return (
    <div className={classes.line} role="status">
      <span>{name}</span>
      <strong>{amount === undefined ? '–' : naira(amount)}</strong>
      {problem ? <small data-problem>{problem}</small> : null}
      {!problem && text ? <small>{text}</small> : null}
      {!problem && amount !== undefined && saved > 0 ? <small>You save {naira(saved)}.</small> : null}
    </div>
  );
}
