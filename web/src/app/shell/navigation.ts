import type { Product } from '../../domain/products.js';
import { msg } from '../../languages/language.js';
import { BankIcon, ChartIcon, HistoryIcon, HomeIcon, ProfileIcon, UpgradeIcon } from '../../ui/icons.js';
import { PRODUCTS } from '../products.js';
import type { NavigationGroup, NavigationItem } from './menu.js';

const products: readonly Product[] = Object.values(PRODUCTS);

const formsOf = (group: NonNullable<Product['menu']>['group']): readonly NavigationItem[] =>
  products
    .flatMap(({ menu, Icon, paths: [to] }) => (menu?.group === group ? [{ ...menu, Icon, to }] : []))
    .sort((one, other) => one.position - other.position);

const histories: readonly NavigationItem[] = products
  .flatMap(({ history, Icon }) =>
    history ? [{ label: history.title, Icon, to: history.path, position: history.position }] : [],
  )
  .sort((one, other) => one.position - other.position);

export const NAVIGATION: readonly NavigationGroup[] = [
  { items: [{ label: msg('Dashboard'), Icon: HomeIcon, to: '/home' }, ...formsOf('start')] },
  { title: msg('Pay Utilities'), items: formsOf('utilities') },
  { title: msg('More services'), items: formsOf('more') },
  {
    title: msg('Histories'),
    items: [
      { label: msg('All transactions'), Icon: HistoryIcon, to: '/thistory' },
      { label: msg('Spending'), Icon: ChartIcon, to: '/spending' },
      { label: msg('Wallet funding'), Icon: BankIcon, to: '/funding-history' },
    ],
    folded: { label: msg('By service'), items: histories },
  },
  {
    title: msg('Account'),
    items: [
      { label: msg('Upgrade To API'), Icon: UpgradeIcon, to: '/affiliate' },
      { label: msg('Profile'), Icon: ProfileIcon, to: '/profile' },
    ],
  },
];
