import { networkOfPhone } from '../../../../services/contracts/fields/phones.js';
import type { Beneficiary } from '../../api/beneficiaries.api.js';
import { useCatalogueQuery } from '../../api/catalog.api.js';
import { BrandMark } from '../../domain/brands/brand-mark.js';
import { networkName, networkOfName } from '../../domain/brands/network.js';
import { useProducts, type Product } from '../../domain/products.js';
import { t } from '../../languages/language.js';
import { Card } from '../../ui/layout/page.js';
import classes from './order-pane.module.css';
import { useKnownRecipients, type RecipientChoice } from './recipients.js';

const SHOWN = 4;

function useCompanyName(): (recipient: Beneficiary) => string {
  const { data: catalogue } = useCatalogueQuery();
  const products = useProducts();
  return ({ service, provider, recipient }) => {
    const { companies }: Product = products[service];
    const named = (list: readonly { readonly code: number; readonly name: string }[] = []): string =>
      list.find(({ code }) => String(code) === provider)?.name ?? '';
    if (companies === 'broadcasters') return named(catalogue?.cable_providers);
    if (companies === 'discos') return named(catalogue?.discos);
    if (companies === 'examiners') return named(catalogue?.exams);
    // For a betting company, `provider` is already a name.
    if (companies === 'bookmakers') return provider;
    if (companies === 'banks') return '';
    const network = networkOfName(provider) ?? networkOfPhone(recipient);
    return network ? networkName(network) : '';
  };
}

export function RecentRecipients(choice: RecipientChoice) {
  const known = useKnownRecipients(choice).slice(0, SHOWN);
  const companyName = useCompanyName();
  if (known.length === 0) return null;
  return (
    <Card title={t('Recent and saved')}>
      <ul className={classes.list}>
        {known.map((one) => (
          <li key={one.recipient}>
            <button type="button" className={classes.row} onClick={() => choice.onPick(one)}>
              <BrandMark service={choice.service} label={companyName(one)} />
              <span>
                <strong>{one.name || one.recipient}</strong>
                {one.name ? <span> {one.recipient}</span> : null}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
