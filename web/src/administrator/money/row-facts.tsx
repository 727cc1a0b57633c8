import classes from './money.module.css';

export type Fact = readonly [label: string, value: string];

export function RowFacts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={value.includes('\n') ? classes.read : undefined}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
