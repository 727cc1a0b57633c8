import { Module } from '@nestjs/common';
import { CONFIG } from '../../infra/config/settings.js';
import { BANK_LOOKUPS, type BankLookups, ProviderUnavailable } from './payment-provider.js';
import { BVN_MATCHER } from './bvn-matcher.js';
import { createMonnifyBanks } from './monnify/banks.js';
import { createMonnifyBvn } from './monnify/bvn.js';
import { monnifyOptions } from './monnify/monnify.client.js';
import type { MonnifyOptions, MonnifySettings } from './monnify/monnify.client.js';
import type { VendorSettings } from './vendor.settings.js';

type Settings = MonnifySettings & Pick<VendorSettings, 'VENDOR_QUERY_TIMEOUT' | 'FUNDING_PROVIDERS'>;

const WITHOUT_MONNIFY: BankLookups = {
  banks: () => Promise.reject(new ProviderUnavailable('FUNDING_PROVIDERS lacks monnify')),
  accountName: () => Promise.reject(new ProviderUnavailable('FUNDING_PROVIDERS lacks monnify')),
  close: () => Promise.resolve(),
};

/**
 * Options of Monnify's client. Uses the short `VENDOR_QUERY_TIMEOUT`, because a customer waits for
 * the answer.
 */
const optionsOf = (config: Settings): MonnifyOptions => ({
  ...monnifyOptions(config),
  timeoutMs: config.VENDOR_QUERY_TIMEOUT,
});

@Module({
  providers: [
    {
      provide: BANK_LOOKUPS,
      useFactory: (config: Settings) =>
        config.FUNDING_PROVIDERS.includes('monnify')
          ? createMonnifyBanks(optionsOf(config))
          : WITHOUT_MONNIFY,
      inject: [CONFIG],
    },
    {
      provide: BVN_MATCHER,
      useFactory: (config: Settings) => createMonnifyBvn(optionsOf(config)),
      inject: [CONFIG],
    },
  ],
  exports: [BANK_LOOKUPS, BVN_MATCHER],
})
export class VendorsModule {}
