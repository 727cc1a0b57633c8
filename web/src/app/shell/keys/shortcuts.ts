/** Where `g` leads with the next key. */
export const GO_TO = [
  { key: 'h', to: '/home', name: 'Dashboard' },
  { key: 't', to: '/thistory', name: 'All transactions' },
  { key: 's', to: '/spending', name: 'Spending' },
  { key: 'a', to: '/airtime', name: 'Airtime' },
  { key: 'd', to: '/buydata', name: 'Buy Data' },
  { key: 'e', to: '/electricity', name: 'Electricity' },
  { key: 'c', to: '/cable', name: 'Cable' },
  { key: 'm', to: '/transfer', name: 'Send Money' },
  { key: 'f', to: '/topup', name: 'Top up' },
  { key: 'p', to: '/profile', name: 'Profile' },
] as const;

/** The keys that do something else. */
export const OTHER_KEYS = [
  { keys: ['Ctrl', 'K'], name: 'Find pages, recipients and transactions' },
  { keys: ['/'], name: 'Search this list' },
  { keys: ['j'], name: 'Next row of a table' },
  { keys: ['k'], name: 'Row before' },
  { keys: ['Enter'], name: 'Details of the row' },
  { keys: ['?'], name: 'This list' },
] as const;
