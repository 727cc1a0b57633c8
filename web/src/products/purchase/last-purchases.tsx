import { Link } from 'react-router-dom';
import type { Service } from '../../../../services/contracts/services.js';
import { NEWEST, useWalletMovementsQuery } from '../../api/transactions.api.js';
import { BrandMark } from '../../domain/brands/brand-mark.js';
import { labelText } from '../../domain/brands/brands.js';
import { againAddress, buyer } from '../../domain/buyer.js';
import { phoneText } from '../../domain/phone.js';
import { useProducts, type Product } from '../../domain/products.js';
import { StatusBadge } from '../../domain/transaction-card.js';
import { t } from '../../languages/language.js';
import { naira } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import classes from './order-pane.module.css';

const SHOWN = 3;

export function LastPurchases({ service }: { readonly service: Service }) {
  const { data } = useWalletMovementsQuery({ ...NEWEST, service });
  const product: Product = useProducts()[service];
  const form = buyer().form(product);
  const bought = (data?.all_user_transaction ?? []).filter(({ kind }) => kind === 'purchase').slice(0, SHOWN);
  if (bought.length === 0) return null;
  return (
    <Card title={t('Bought last')}>
      <ul className={classes.list}>
        {bought.map((row) => (
          <li key={row.id}>
            <Link className={classes.row} to={buyer().receipt(row.reference)}>
              <BrandMark service={service} label={row.title} />
              <span>
                <strong>{labelText(row.title)}</strong>
                <span>
                  {phoneText(row.recipient)} <span className={classes.price}>{naira(-row.amount)}</span>
                </span>
                {row.status === 'Successful' ? null : <StatusBadge status={row.status} />}
              </span>
            </Link>
            {form ? (
              <Link
                className={classes.again}
                to={againAddress(form, row.reference)}
                aria-label={t('Buy again: {title}, {recipient}', {
                  title: labelText(row.title),
                  recipient: phoneText(row.recipient),
                })}
              >
                {t('Again')}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
