import type { Provider } from '@nestjs/common';
import { CONFIG, type Config } from '../../infra/config/config.js';
import { BankingQuotes } from '../catalog/banking-quotes.js';
import type { MonnifyOptions } from '../funding/monnify/monnify.session.js';
import { BVN_MATCHER } from '../identity/bvn-matcher.js';
import { BvnDesk } from '../identity/bvn-desk.js';
import { createMonnifyBvn } from '../identity/monnify-bvn.js';
import { BetCustomers } from '../purchases/bet/bet-customers.js';
import { BANK_LOOKUPS } from './bank-lookups.js';
import { BankDirectory } from './bank-directory.js';
import { BANKING_HANDLERS } from './banking-handlers.js';
import { createMonnifyBanks } from './monnify-banks.js';

type MonnifySettings = Pick<
  Config,
  | 'MONNIFY_URL'
  | 'MONNIFY_API_KEY'
  | 'MONNIFY_SECRET_KEY'
  | 'MONNIFY_CONTRACT_CODE'
  | 'sandboxUrl'
  | 'VENDOR_QUERY_TIMEOUT'
>;

const monnify = (config: MonnifySettings): MonnifyOptions => ({
  baseUrl: config.MONNIFY_URL ?? config.sandboxUrl,
  apiKey: config.MONNIFY_API_KEY,
  secretKey: config.MONNIFY_SECRET_KEY,
  contractCode: config.MONNIFY_CONTRACT_CODE,
  timeoutMs: config.VENDOR_QUERY_TIMEOUT,
});

/** All that banking is made of, beside what purchases, accounts and wallets provide. */
export const BANKING_PROVIDERS: Provider[] = [
  {
    provide: BANK_LOOKUPS,
    useFactory: (config: MonnifySettings) => createMonnifyBanks(monnify(config)),
    inject: [CONFIG],
  },
  {
    provide: BVN_MATCHER,
    useFactory: (config: MonnifySettings) => createMonnifyBvn(monnify(config)),
    inject: [CONFIG],
  },
  ...[BankingQuotes, BankDirectory, BetCustomers, BvnDesk],
  ...BANKING_HANDLERS,
];
