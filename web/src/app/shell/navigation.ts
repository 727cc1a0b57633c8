import {
  AirtimeIcon,
  BankIcon,
  BetIcon,
  CableIcon,
  DataIcon,
  ExamIcon,
  HistoryIcon,
  HomeIcon,
  PowerIcon,
  ProfileIcon,
  SendIcon,
  SmsIcon,
  UpgradeIcon,
} from '../../ui/icons.js';

export interface NavigationItem {
  readonly label: string;
  readonly Icon: typeof HomeIcon;
  readonly to: string;
}

export interface NavigationGroup {
  readonly title?: string;
  readonly items: readonly NavigationItem[];
}

export const NAVIGATION: readonly NavigationGroup[] = [
  {
    items: [
      { label: 'Dashboard', Icon: HomeIcon, to: '/home' },
      { label: 'Buy Data', Icon: DataIcon, to: '/buydata' },
    ],
  },
  {
    title: 'Pay Utilities',
    items: [
      { label: 'Airtime', Icon: AirtimeIcon, to: '/airtime' },
      { label: 'Electricity', Icon: PowerIcon, to: '/electricity' },
      { label: 'Cable', Icon: CableIcon, to: '/cable' },
    ],
  },
  {
    title: 'More services',
    items: [
      { label: 'Bet Funding', Icon: BetIcon, to: '/bet' },
      { label: 'Exams', Icon: ExamIcon, to: '/exams' },
      { label: 'Bulk SMS', Icon: SmsIcon, to: '/bulksms' },
      { label: 'Send Money', Icon: SendIcon, to: '/transfer' },
    ],
  },
  {
    title: 'Histories',
    items: [
      { label: 'All transactions', Icon: HistoryIcon, to: '/thistory' },
      { label: 'Data history', Icon: DataIcon, to: '/data-history' },
      { label: 'Airtime history', Icon: AirtimeIcon, to: '/airtime-history' },
      { label: 'Cable history', Icon: CableIcon, to: '/cable-history' },
      { label: 'Electricity history', Icon: PowerIcon, to: '/electric-history' },
      { label: 'Exam pins history', Icon: ExamIcon, to: '/exam-history' },
      { label: 'Wallet funding', Icon: BankIcon, to: '/funding-history' },
    ],
  },
  {
    title: 'Account',
    items: [
      { label: 'Upgrade To API', Icon: UpgradeIcon, to: '/affiliate' },
      { label: 'Profile', Icon: ProfileIcon, to: '/profile' },
    ],
  },
];
