import type { Transaction } from '../../api/transactions.api.js';
import { CopyButton } from '../../ui/copy-button.js';
import { serviceOf } from './receipt-texts.js';
import classes from './receipt.module.css';

type Fact = Transaction['facts'][number];

/** Services whose delivery is something to type elsewhere; a reference of a bank is copied at most. */
const DELIVERED_AS_TEXT: ReadonlySet<string> = new Set(['electricity', 'exams']);

/** Whether this line is what was bought, rather than something about it. */
export const isArtefact =
  (transaction: Transaction) =>
  ({ copy }: Fact): boolean =>
    copy === true && DELIVERED_AS_TEXT.has(serviceOf(transaction));

/** What people type elsewhere, tokens and pins, large and ready to copy. */
export function Artefacts({ transaction }: { readonly transaction: Transaction }) {
  const toCopy = transaction.facts.filter(isArtefact(transaction));
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
