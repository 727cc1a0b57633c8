import type { Transaction } from '../../api/transactions.api.js';
import { CopyButton } from '../../ui/copy-button.js';
import classes from './receipt.module.css';

/** What people type elsewhere, tokens and pins, large and ready to copy. */
export function Artefacts({ transaction }: { readonly transaction: Transaction }) {
  const toCopy = transaction.facts.filter(({ copy }) => copy);
  if (toCopy.length === 0) return null;
  return (
    <ul className={classes.artefacts}>
      {toCopy.map(({ label, value }, index) => (
        <li key={`${label} ${index}`}>
          <div>
            <span>{label}</span>
            <strong>{value}</strong>
          </div>
          <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} />
        </li>
      ))}
    </ul>
  );
}

export function Detail({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
