import { Inject, Module } from '@nestjs/common';
import type { DynamicModule, OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { checkpointsIn } from '../../infra/checkpoints/checkpoints.js';
import type { DisposableValues } from '../../infra/checkpoints/checkpoints.js';
import { CONFIG } from '../../infra/config/settings.js';
import { KEY_VAULT } from '../../infra/crypto/key-vault.js';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import { EVENT_STORE } from '../../infra/event-store/event-store.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import { INBOX } from '../../infra/inbox/inbox.js';
import type { Inbox } from '../../infra/inbox/inbox.js';
import { LOGGER } from '../../infra/process/logger.js';
import { SNAPSHOTS } from '../../infra/snapshots/snapshots.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { FundingTerms } from '../catalog/funding-terms/funding-terms.js';
import { CustomersModule } from '../customers/customers.module.js';
import { Users } from '../customers/users.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { FUNDING, openFundingService } from './funding.service.js';
import type { OpenFundingService } from './funding.service.js';
import type { IdentityRule } from '../vendors/identity-rule.js';
import type { ProviderSettings } from '../vendors/payment-providers.js';
import type { FundingSettings } from './funding.settings.js';
import { OpenAccountHandler } from './reserve/open-account.handler.js';
import { ReserveMissingAccountHandler } from './reserve/reserve-missing-account.handler.js';
import { startFunding } from './start-funding.js';

@Module({})
export class FundingModule implements OnApplicationShutdown {
  constructor(@Inject(FUNDING) private readonly funding: OpenFundingService) {}

  /** @param alone true when this process runs `followFundings` */
  static forRoot({ alone }: { readonly alone: boolean }): DynamicModule {
    return {
      module: FundingModule,
      imports: [CatalogModule, CustomersModule, WalletModule],
      providers: [
        OpenAccountHandler,
        ReserveMissingAccountHandler,
        {
          provide: FUNDING,
          useFactory: (
            config: FundingSettings & ProviderSettings & IdentityRule,
            eventStore: EventStore,
            vault: KeyVault,
            snapshots: DisposableValues,
            inbox: Inbox,
            logger: Logger,
            users: Users,
            wallets: WalletStreams,
            terms: FundingTerms,
          ) => {
            const parts = { config, eventStore, vault, inbox, logger, users };
            return alone
              ? startFunding({
                  ...parts,
                  wallets,
                  charge: terms.charge,
                  checkpoints: checkpointsIn(snapshots),
                })
              : openFundingService(parts);
          },
          inject: [
            CONFIG,
            EVENT_STORE,
            KEY_VAULT,
            SNAPSHOTS,
            INBOX,
            LOGGER,
            Users,
            WalletStreams,
            FundingTerms,
          ],
        },
      ],
      exports: [FUNDING],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.funding.stop();
  }
}
