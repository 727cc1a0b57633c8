import classes from './money.module.css';

/** What a row is about, and what is known of it; empty where it is not known. */
export type Fact = readonly [label: string, value: string];

/** Everything known of a row of the money desk, for the panel beside its list. */
export function RowFacts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
