import { may, type Permission } from '../../../../services/contracts/admin/administrators.contract.js';
import { ownEntry } from '../../../../services/contracts/own-entry.js';
import type { SignedInAdministrator } from '../../api/admin-session.slice.js';
import {
  BankIcon,
  CardIcon,
  ChatIcon,
  CheckIcon,
  ClockIcon,
  CrossIcon,
  DocsIcon,
  GaugeIcon,
  HistoryIcon,
  HomeIcon,
  IdIcon,
  ProfileIcon,
  SearchIcon,
  SwapIcon,
  TicketIcon,
  UpgradeIcon,
  WarningIcon,
} from '../../ui/icons.js';
import type { NavigationGroup, NavigationItem } from '../shell/menu.js';
import { PRODUCTS } from '../products.js';
import type { AdminPath } from './admin-paths.js';

interface AdminItem extends NavigationItem {
  readonly to: AdminPath | `${AdminPath}?${string}`;
  readonly permission?: readonly Permission[];
}

interface AdminGroup extends NavigationGroup {
  readonly items: readonly AdminItem[];
}

const PRODUCT_LISTS: readonly AdminItem[] = Object.values(PRODUCTS).flatMap((product) =>
  'adminList' in product
    ? [{ label: product.adminList.label, Icon: TicketIcon, to: product.adminList.path }]
    : [],
);

const NAVIGATION: readonly AdminGroup[] = [
  {
    items: [
      { label: 'Admin home', Icon: HomeIcon, to: '/admin-area' },
      { label: 'Sales', Icon: GaugeIcon, to: '/stat' },
      { label: 'API switch', Icon: SwapIcon, to: '/switch-api' },
      { label: 'Plans', Icon: TicketIcon, to: '/plans' },
      { label: 'Operations', Icon: GaugeIcon, to: '/operations' },
    ],
  },
  {
    title: 'Transactions',
    items: [
      { label: 'All', Icon: HistoryIcon, to: '/adminthistory' },
      { label: 'Wallet funding', Icon: BankIcon, to: '/adminfundinghistory' },
      ...PRODUCT_LISTS,
      { label: 'Custom date range', Icon: ClockIcon, to: '/admincustomhistory' },
      { label: 'Failed', Icon: WarningIcon, to: '/failedtransaction' },
      { label: 'Completed', Icon: CheckIcon, to: '/completeexternal' },
      { label: 'Reported problems', Icon: ChatIcon, to: '/adminproblems' },
    ],
  },
  {
    title: 'Money',
    items: [
      { label: 'Money desk', Icon: CardIcon, to: '/money-desk' },
      { label: 'Approvals', Icon: CheckIcon, to: '/approvals' },
      { label: 'Unmatched payments', Icon: WarningIcon, to: '/unmatched' },
      { label: 'Chargebacks', Icon: SwapIcon, to: '/chargebacks' },
    ],
  },
  {
    title: 'House account',
    items: [
      { label: 'House purchases', Icon: HistoryIcon, to: '/adminthistory?by=house' },
      { label: 'Verify BVN', Icon: IdIcon, to: '/adminbvn', permission: ['finance'] },
    ],
  },
  {
    title: 'What is sold',
    items: [
      { label: 'Data prices', Icon: CardIcon, to: '/editdataprices' },
      { label: 'Disable network', Icon: CrossIcon, to: '/disablenetwork', permission: ['finance'] },
      { label: 'Activate network', Icon: CheckIcon, to: '/activatenetwork', permission: ['finance'] },
      { label: 'Disable plan type', Icon: CrossIcon, to: '/disableplan', permission: ['finance'] },
      { label: 'Activate plan type', Icon: CheckIcon, to: '/activateplan', permission: ['finance'] },
      { label: 'Affiliate charges', Icon: UpgradeIcon, to: '/changeaffiliatefee' },
    ],
  },
  {
    title: 'Customers',
    items: [
      { label: 'Users', Icon: ProfileIcon, to: '/user-center' },
      { label: 'Affiliates', Icon: UpgradeIcon, to: '/adminaffiliate' },
      { label: 'Broadcasts', Icon: ChatIcon, to: '/broadcastlist' },
      { label: 'Brand', Icon: CardIcon, to: '/admin-brand' },
    ],
  },
  {
    title: 'Audit',
    items: [
      { label: 'Overview', Icon: GaugeIcon, to: '/audit', exact: true },
      { label: 'Events', Icon: DocsIcon, to: '/audit/events' },
      { label: 'Replay', Icon: ClockIcon, to: '/audit/replay' },
      { label: 'Trial balance', Icon: CardIcon, to: '/audit/trial-balance' },
      { label: 'Seals', Icon: CheckIcon, to: '/audit/seals' },
      { label: 'Proofs', Icon: IdIcon, to: '/audit/proofs' },
      { label: 'Why it was charged', Icon: SearchIcon, to: '/audit/why' },
    ],
  },
  {
    title: 'Administrators',
    items: [
      { label: 'Administrators', Icon: ProfileIcon, to: '/administrators' },
      { label: 'Activity log', Icon: HistoryIcon, to: '/activity' },
      { label: 'Your sign-in', Icon: IdIcon, to: '/admin-security' },
    ],
  },
];

const isAudit = ({ title }: AdminGroup): boolean => title === 'Audit';
const AUDIT_FIRST = [...NAVIGATION.filter(isAudit), ...NAVIGATION.filter((group) => !isAudit(group))];

type WaitingAt = Readonly<Partial<Record<AdminPath, number>>>;

const withWaiting = (item: AdminItem, waitingAt: WaitingAt): AdminItem => {
  const waiting = ownEntry(waitingAt, item.to) ?? 0;
  return waiting > 0 ? { ...item, waiting: { count: waiting, words: 'waiting' } } : item;
};

export const navigationOf = (
  administrator: SignedInAdministrator,
  waitingAt: WaitingAt,
): readonly NavigationGroup[] =>
  (administrator.role === 'auditor' ? AUDIT_FIRST : NAVIGATION)
    .map(({ items, ...group }) => ({
      ...group,
      items: items
        .filter(({ permission }) => !permission || may(administrator, permission))
        .map((item) => withWaiting(item, waitingAt)),
    }))
    .filter(({ items }) => items.length > 0);
