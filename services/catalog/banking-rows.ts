import type { Config } from '../../infra/config/config.js';
import type { VendorRow } from './vendor-rows.js';

export type BankingVendorSettings = Pick<Config, 'sandboxUrl'> &
  Partial<Pick<Config, 'MONNIFY_URL' | 'MONNIFY_API_KEY' | 'MONNIFY_SECRET_KEY' | 'MONNIFY_SOURCE_ACCOUNT'>>;

/** What every vendor of one service has in common: nobody else sells it, so it has no order. */
const only = { priority: 100, publicKey: '', secretKey: '' };

/**
 * Vendors beyond the eight, for what an administrator does not switch between vendors: texts, betting wallets and bank
 * transfers, at the sandbox or at Monnify.
 */
export const bankingRows = (config: BankingVendorSettings): readonly VendorRow[] => [
  {
    ...only,
    ...{ code: 11, name: 'SMS gateway', adapter: 'termii', services: ['sms'] },
    ...{ baseUrl: `${config.sandboxUrl}/termii`, apiKey: 'vendor-11' },
  },
  {
    ...only,
    ...{ code: 12, name: 'Betting aggregator', adapter: 'bet', services: ['bet'] },
    ...{ baseUrl: `${config.sandboxUrl}/bet`, apiKey: 'vendor-12' },
  },
  {
    ...only,
    ...{ code: 13, name: 'Monnify transfers', adapter: 'monnify-transfer', services: ['transfer'] },
    ...{ baseUrl: config.MONNIFY_URL ?? config.sandboxUrl, apiKey: config.MONNIFY_API_KEY ?? '' },
    // The account that transfers are paid from stands in the place of a public key.
    ...{ secretKey: config.MONNIFY_SECRET_KEY ?? '', publicKey: config.MONNIFY_SOURCE_ACCOUNT ?? '' },
  },
];
