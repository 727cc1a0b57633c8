import type { ReactNode } from 'react';
import type { Transaction } from '../../api/transactions.api.js';
import { useProductOf, type Product } from '../../domain/products.js';
import { repeat, t } from '../../languages/language.js';
import { CopyButton } from '../../ui/copy-button.js';
import classes from './receipt.module.css';

type Fact = Transaction['facts'][number];

export const isArtefact =
  (product: Product | undefined) =>
  ({ copy }: Fact): boolean =>
    copy === true && product?.receipt.deliversText === true;

export function Artefacts({ transaction }: { readonly transaction: Transaction }) {
  const product = useProductOf(transaction.service);
  const toCopy = transaction.facts.filter(isArtefact(product));
  if (toCopy.length === 0) return null;
  return (
    <ul className={classes.artefacts}>
      {toCopy.map(({ label, value }, index) => (
        <li key={`${label} ${index}`}>
          <div>
            <span>{repeat(label)}</span>
            <strong>{value}</strong>
          </div>
          <CopyButton value={value} label={t('Copy {what}', { what: repeat(label).toLowerCase() })} />
        </li>
      ))}
    </ul>
  );
}

export function Detail({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
