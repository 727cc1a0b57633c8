import { useDebouncedValue } from '@mantine/hooks';
import { skipToken } from '@reduxjs/toolkit/query';
import { useAllBeneficiariesQuery, type Beneficiary } from '../../../api/beneficiaries.api.js';
import { NEWEST, useAllTransactionsQuery } from '../../../api/transactions.api.js';
import { buyer } from '../../../domain/buyer.js';
import { networkOfName } from '../../../domain/brands/network.js';
import { phoneText } from '../../../domain/phone.js';
import { useProducts, useServiceName, type Product } from '../../../domain/products.js';
import { BrandMark, ServiceMark } from '../../../domain/brands/brand-mark.js';
import { msg, t } from '../../../languages/language.js';
import { lagosMinute, naira } from '../../../ui/format.js';
import { DocsIcon, LogoutIcon, PlusIcon, ProfileIcon } from '../../../ui/icons.js';
import { NAVIGATION } from '../navigation.js';
import { fitting, type Found, type FoundGroup, pageOf } from './palette.js';

const SHOWN = 6;
const SEARCH_DELAY_MS = 300;
const SEARCH_MIN = 3;

const pages = (): readonly Found[] =>
  [
    ...NAVIGATION.flatMap(({ items, folded }) =>
      [...items, ...(folded?.items ?? [])].map(({ label, to, Icon }) => pageOf(label, to, Icon)),
    ),
    pageOf(msg('Top up'), '/topup', PlusIcon),
    pageOf(msg('Settings'), '/settings', ProfileIcon),
    pageOf(msg('Change PIN'), '/changepin', ProfileIcon),
    pageOf(msg('Verify BVN'), '/verifybvn', ProfileIcon),
    pageOf(msg('API documentation'), '/documentation', DocsIcon),
    pageOf(msg('Logout'), '/logout', LogoutIcon),
  ].filter((page, index, all) => all.findIndex(({ to }) => to === page.to) === index);

export function useFound(typed: string, onKeys: () => void): { groups: FoundGroup[]; searching: boolean } {
  const fits = fitting(typed);
  const recipients = useRecipients();
  const [settled] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const search = typed.trim().length < SEARCH_MIN ? '' : settled;
  const transactions = useAllTransactionsQuery(
    search.length < SEARCH_MIN ? skipToken : { ...NEWEST, search },
  );
  const serviceName = useServiceName();
  const rows = search === '' ? [] : (transactions.currentData?.all_user_transaction ?? []);
  const keys = pageOf(msg('Keyboard'), 'keys', DocsIcon, onKeys);
  const groups: readonly FoundGroup[] = [
    { title: t('Pages'), found: [...pages(), keys].filter(fits).slice(0, SHOWN) },
    { title: t('Recipients'), found: typed.trim() === '' ? [] : recipients.filter(fits).slice(0, SHOWN) },
    {
      title: t('Transactions'),
      found: rows.slice(0, SHOWN).map((row) => ({
        id: row.api_transaction_reference,
        name: `${serviceName(row.service)} ${phoneText(row.phone_number)}`,
        text: `${naira(row.amount)}, ${lagosMinute(row.transaction_history_date)}`,
        mark: <BrandMark service={row.service.toLowerCase()} label={row.product} />,
        to: buyer().receipt(row.api_transaction_reference),
      })),
    },
  ];
  return {
    groups: groups.filter(({ found }) => found.length > 0),
    searching: transactions.isFetching || (typed.trim().length >= SEARCH_MIN && settled !== typed.trim()),
  };
}

function useRecipients(): readonly Found[] {
  const { data } = useAllBeneficiariesQuery();
  const products: readonly Product[] = Object.values(useProducts());
  const all = [...(data?.saved ?? []), ...(data?.recent ?? [])].flatMap((one) => {
    const product = products.find(({ service }) => service === one.service);
    return product?.again && !product.receipt.withoutRecipient
      ? [recipientOf(one, product, product.again)]
      : [];
  });
  return [...new Map(all.toReversed().map((one) => [one.id, one])).values()].toReversed();
}

const recipientOf = (
  { service, name, provider, kind, recipient: kept }: Beneficiary,
  product: Product,
  { to, fill }: NonNullable<Product['again']>,
): Found => {
  const recipient = phoneText(kept);
  const network = networkOfName(provider);
  return {
    id: `${service}-${recipient}`,
    name: name || recipient,
    text: name ? `${t(product.name)}, ${recipient}` : t(product.name),
    mark: <ServiceMark service={service} />,
    to,
    state: { filled: fill({ recipient, amount: '', network, provider, kind }) },
  };
};
