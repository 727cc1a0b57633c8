import { Link } from 'react-router-dom';
import { NEWEST, useAllTransactionsQuery, type TransactionRow } from '../../api/transactions.api.js';
import { againAddress, buyer } from '../../domain/buyer.js';
import { phoneText } from '../../domain/phone.js';
import { useProducts, type Product } from '../../domain/products.js';
import { BrandMark } from '../../domain/brands/brand-mark.js';
import { t } from '../../languages/language.js';
import { naira } from '../../ui/format.js';
import classes from './buy-again.module.css';

const SHOWN = 4;

const ofEachRecipient = (rows: readonly TransactionRow[]): readonly TransactionRow[] => [
  ...new Map(rows.toReversed().map((row) => [`${row.service} ${row.phone_number}`, row])).values(),
];

export function BuyAgain() {
  const { data } = useAllTransactionsQuery(NEWEST);
  const products: readonly Product[] = Object.values(useProducts());
  const again = ofEachRecipient(data?.all_user_transaction ?? [])
    .toReversed()
    .flatMap((row) => {
      const product = products.find(({ service }) => service === row.service.toLowerCase());
      const form = buyer().form(product);
      return product && form && row.phone_number ? [{ row, product, form }] : [];
    })
    .slice(0, SHOWN);
  if (again.length === 0) return null;
  return (
    <nav aria-label={t('Buy again')} className={classes.again}>
      <h2>{t('Buy again')}</h2>
      <ul>
        {again.map(({ row, product, form }) => (
          <li key={row.api_transaction_reference}>
            <Link to={againAddress(form, row.api_transaction_reference)}>
              <BrandMark service={product.service} label={row.product} />
              <span>
                <strong>{phoneText(row.phone_number)}</strong>
                <span>
                  {t(product.name)}, {naira(row.amount)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
