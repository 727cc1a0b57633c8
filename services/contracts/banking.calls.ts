import type { Call } from './call.js';

const reads = (path: string) => ({ method: 'POST', path, kind: 'reads', access: 'user' }) as const;
const changes = (path: string) => ({ method: 'POST', path, kind: 'changes', access: 'user' }) as const;

/** Bulk SMS, betting, bank transfers, BVN and the affiliate upgrade. */
export const BANKING_CALLS = {
  /** What a text to these numbers would cost; counted by the rule it is charged by. */
  smsQuote: reads('/services/bulksms-quote/'),
  sendSms: changes('/services/bulksms-pay/'),
  /** Every platform, with whether it can be funded now. */
  betPlatforms: reads('/services/bet-platforms/'),
  /** Who a client id belongs to. Looked up at the vendor, so it is limited. */
  validateBetCustomer: reads('/services/validate-bet-customer/'),
  betQuote: reads('/services/bet-quote/'),
  fundBet: changes('/services/bet-funding/'),
  listBanks: reads('/banking/list-banks/'),
  /** Name enquiry. Its result is kept on the server for 15 minutes: a transfer goes only to an account looked up. */
  bankDetails: reads('/banking/fetch-banks-details/'),
  transferQuote: reads('/banking/transfer-quote/'),
  transferMoney: changes('/banking/transfer-money/'),
  /** Whether a BVN was matched, what a check costs and how many tries are left today. */
  bvnStatus: { method: 'POST', path: '/api/bvn-status/', kind: 'reads', access: 'browser-user' },
  verifyBvn: { method: 'POST', path: '/api/verify-user-bvn/', kind: 'changes', access: 'browser-user' },
  upgradeQuote: { method: 'POST', path: '/api/upgrade-quote/', kind: 'reads', access: 'browser-user' },
  upgradeApi: { method: 'POST', path: '/api/upgrade-api/', kind: 'changes', access: 'browser-user' },
} as const satisfies Record<string, Call>;
