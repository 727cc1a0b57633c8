import { msg, type Text } from '../../../languages/language.js';

export interface Place {
  readonly key: string;
  readonly to: string;
  readonly name: Text;
}

export const GO_TO = [
  { key: 'h', to: '/home', name: msg('Dashboard') },
  { key: 't', to: '/thistory', name: msg('All transactions') },
  { key: 's', to: '/spending', name: msg('Spending') },
  { key: 'a', to: '/airtime', name: msg('Airtime') },
  { key: 'd', to: '/buydata', name: msg('Buy Data') },
  { key: 'e', to: '/electricity', name: msg('Electricity') },
  { key: 'c', to: '/cable', name: msg('Cable') },
  { key: 'm', to: '/transfer', name: msg('Send Money') },
  { key: 'f', to: '/topup', name: msg('Top up') },
  { key: 'p', to: '/profile', name: msg('Profile') },
] as const satisfies readonly Place[];

export const OTHER_KEYS = [
  { keys: ['/'], name: msg('Search this list') },
  { keys: ['j'], name: msg('Next row of a table') },
  { keys: ['k'], name: msg('Row before') },
  { keys: ['Enter'], name: msg('Details of the row') },
  { keys: ['?'], name: msg('This list') },
] as const;
