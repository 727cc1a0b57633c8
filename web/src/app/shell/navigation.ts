import {
  AirtimeIcon,
  BankIcon,
  BetIcon,
  CableIcon,
  DataIcon,
  DocsIcon,
  ExamIcon,
  HistoryIcon,
  HomeIcon,
  PowerIcon,
  ProfileIcon,
  SendIcon,
  UpgradeIcon,
} from '../../ui/icons.js';

export interface NavigationItem {
  readonly label: string;
  readonly Icon: typeof HomeIcon;
  /** Absent: announced, not open yet. */
  readonly to?: string;
}

export interface NavigationGroup {
  readonly title?: string;
  readonly items: readonly NavigationItem[];
}

export const NAVIGATION: readonly NavigationGroup[] = [
  {
    items: [
      { label: 'Dashboard', Icon: HomeIcon, to: '/home' },
      { label: 'Buy Data', Icon: DataIcon },
    ],
  },
  {
    title: 'Pay Utilities',
    items: [
      { label: 'Airtime', Icon: AirtimeIcon, to: '/airtime' },
      { label: 'Electricity', Icon: PowerIcon },
      { label: 'Cable', Icon: CableIcon },
    ],
  },
  {
    title: 'More services',
    items: [
      { label: 'Bet Funding', Icon: BetIcon },
      { label: 'Exams', Icon: ExamIcon },
      { label: 'Send Money', Icon: SendIcon },
    ],
  },
  {
    title: 'Histories',
    items: [
      { label: 'All transactions', Icon: HistoryIcon, to: '/thistory' },
      { label: 'Airtime history', Icon: AirtimeIcon, to: '/airtime-history' },
      { label: 'Wallet funding', Icon: BankIcon, to: '/funding-history' },
      { label: 'Data history', Icon: DataIcon },
      { label: 'Cable history', Icon: CableIcon },
      { label: 'Electricity history', Icon: PowerIcon },
      { label: 'Exam pins history', Icon: ExamIcon },
    ],
  },
  {
    title: 'Account',
    items: [
      { label: 'Upgrade To API', Icon: UpgradeIcon },
      { label: 'Profile', Icon: ProfileIcon },
      { label: 'API documentation', Icon: DocsIcon },
    ],
  },
];
