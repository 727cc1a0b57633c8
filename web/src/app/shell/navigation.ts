import type { Product } from '../../domain/products.js';
import { BankIcon, ChartIcon, HistoryIcon, HomeIcon, ProfileIcon, UpgradeIcon } from '../../ui/icons.js';
import { PRODUCTS } from '../products.js';
import type { NavigationGroup, NavigationItem } from './menu.js';

const products: readonly Product[] = Object.values(PRODUCTS);

/** The forms of the products that want to stand in this part of the menu. */
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
  { items: [{ label: 'Dashboard', Icon: HomeIcon, to: '/home' }, ...formsOf('start')] },
  { title: 'Pay Utilities', items: formsOf('utilities') },
  { title: 'More services', items: formsOf('more') },
  {
    title: 'Histories',
    items: [
      { label: 'All transactions', Icon: HistoryIcon, to: '/thistory' },
      { label: 'Spending', Icon: ChartIcon, to: '/spending' },
      { label: 'Wallet funding', Icon: BankIcon, to: '/funding-history' },
    ],
    folded: { label: 'By service', items: histories },
  },
  {
    title: 'Account',
    items: [
      { label: 'Upgrade To API', Icon: UpgradeIcon, to: '/affiliate' },
      { label: 'Profile', Icon: ProfileIcon, to: '/profile' },
    ],
  },
];
