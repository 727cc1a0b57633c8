import type { Call } from './call.js';

const list = (path: string) => ({ method: 'POST', path, kind: 'reads', access: 'user' }) as const;

/** What a customer did: lists, one transaction, and asking about it. */
export const HISTORY_CALLS = {
  transaction: { method: 'POST', path: '/api/transaction/', kind: 'reads', access: 'user' },
  /** Asks the vendor now, at most once a minute. It never refunds and never sends again. */
  checkStatus: { method: 'POST', path: '/api/check_status/', kind: 'changes', access: 'user' },
  transactions: list('/api/user_transactions/'),
  airtimeTransactions: list('/api/user_airtime_transactions/'),
  dataTransactions: list('/api/user_data_transactions/'),
  cableTransactions: list('/api/user_cable_transactions/'),
  electricityTransactions: list('/api/user_electricity_transactions/'),
  examTransactions: list('/api/user_exams_transactions/'),
  fundings: list('/api/user_wallet_funding_transactions/'),
  /** Links of the installation: chat, help, documentation. */
  siteLinks: { method: 'POST', path: '/api/site_links/', kind: 'reads', access: 'public' },
} as const satisfies Record<string, Call>;

/** `GET ${RECEIPT_PATH}<reference>.pdf`: one transaction to keep or to share. */
export const RECEIPT_PATH = '/api/receipt/';
/** `GET ${STATEMENT_PATH}<csv|pdf>?from=yyyy-MM-dd&to=yyyy-MM-dd`: what a customer bought and paid in, oldest first. */
export const STATEMENT_PATH = '/api/statement/';
export const STATEMENT_FORMATS = ['csv', 'pdf'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];
