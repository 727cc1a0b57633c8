import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { checkpointsIn, type DisposableValues } from '../../infra/checkpoints/checkpoints.js';
import { CONFIG } from '../../infra/config/settings.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import { LOGGER } from '../../infra/process/logger.js';
import { SNAPSHOTS } from '../../infra/snapshots/snapshots.js';
import { LoadSignal } from '../../infra/threads/load-signal.js';
import { throttledFollow } from '../../infra/threads/throttled-follow.js';
import { AdministratorsModule } from '../administrators/administrators.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { Users } from '../customers/users.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { BroadcastsModule } from '../broadcasts/broadcasts.module.js';
import { BrandModule } from '../brand/brand.module.js';
import { AllowPayoutsHandler } from './allow-payouts.handler.js';
import { AdjustWalletHandler } from './adjust-wallet.handler.js';
import { GetAllowanceHandler } from './alone/allowance.js';
import { BookBankMovementHandler } from './book-bank-movement.handler.js';
import {
  GetDisputedPaymentHandler,
  RecordChargebackHandler,
  WinChargebackHandler,
} from './chargebacks/chargeback.handlers.js';
import { SaveUserFormHandler } from './save-user-form.handler.js';
import { CreditManuallyHandler } from './credit-manually.handler.js';
import { DecideApprovalHandler } from './decide-approval.handler.js';
import { followMoneyDesk } from './follow-money-desk.js';
import { FundHouseHandler } from './fund-house.handler.js';
import { PublishLegalPageHandler } from './brand/publish-legal-page.handler.js';
import { SetBrandHandler } from './brand/set-brand.handler.js';
import { PublishBroadcastHandler, ShowBroadcastHandler } from './broadcasts/publish-broadcast.handler.js';
import { SetPricesHandler } from './alone/set-prices.handler.js';
import { SetTermsHandler } from './set-terms.handler.js';
import type { MoneyDeskSettings } from './money-desk.settings.js';
import { SettleUnmatchedHandler } from './settle-unmatched.handler.js';

const FOLLOWING = Symbol('FOLLOWING');
/** Slows down `followMoneyDesk` under load, because it shares a thread with requests of customers. */
const WHILE_THROTTLED = { batchSize: 2_048, restMs: 100 };

interface Following {
  stop(): Promise<void>;
}

@Module({})
export class MoneyDeskModule implements OnApplicationShutdown {
  constructor(@Inject(FOLLOWING) private readonly following: Following) {}

  /** @param alone true when this process runs `followMoneyDesk` */
  static forRoot({ alone }: { readonly alone: boolean }): DynamicModule {
    return {
      module: MoneyDeskModule,
      imports: [
        AdministratorsModule,
        BrandModule,
        BroadcastsModule,
        CatalogModule,
        CqrsModule,
        CustomersModule,
        WalletModule,
      ],
      providers: [
        AdjustWalletHandler,
        AllowPayoutsHandler,
        BookBankMovementHandler,
        SaveUserFormHandler,
        CreditManuallyHandler,
        DecideApprovalHandler,
        FundHouseHandler,
        GetAllowanceHandler,
        GetDisputedPaymentHandler,
        PublishBroadcastHandler,
        RecordChargebackHandler,
        SetPricesHandler,
        PublishLegalPageHandler,
        SetBrandHandler,
        SetTermsHandler,
        SettleUnmatchedHandler,
        ShowBroadcastHandler,
        WinChargebackHandler,
        {
          provide: FOLLOWING,
          useFactory: (
            eventStore: EventStore,
            snapshots: DisposableValues,
            logger: Logger,
            wallets: WalletStreams,
            users: Users,
            loadSignal: LoadSignal,
            config: MoneyDeskSettings,
          ) =>
            alone ? follow({ eventStore, snapshots, logger, wallets, users, loadSignal, config }) : NOT_HERE,
          inject: [EVENT_STORE, SNAPSHOTS, LOGGER, WalletStreams, Users, LoadSignal, CONFIG],
        },
      ],
    };
  }

  /** Ends the running work while the wallets are still open. */
  onApplicationShutdown(): Promise<void> {
    return this.following.stop();
  }
}

const NOT_HERE: Following = { stop: () => Promise.resolve() };

interface FollowDeps {
  readonly eventStore: EventStore;
  readonly snapshots: DisposableValues;
  readonly logger: Logger;
  readonly wallets: WalletStreams;
  readonly users: Users;
  readonly loadSignal: LoadSignal;
  readonly config: MoneyDeskSettings;
}

function follow({
  eventStore,
  snapshots,
  logger,
  wallets,
  users,
  loadSignal,
  config,
}: FollowDeps): Following {
  const stopping = new AbortController();
  const checkpoints = checkpointsIn(snapshots);
  const throttled = throttledFollow(eventStore, loadSignal, WHILE_THROTTLED);
  const done = followMoneyDesk({
    eventStore,
    wallets,
    users,
    checkpoints,
    logger,
    signal: stopping.signal,
    soleOwnerDelayMs: config.SOLE_OWNER_DELAY,
    follow: (options) => throttled({ ...options, batchMax: WHILE_THROTTLED.batchSize }),
  });
  return {
    async stop() {
      stopping.abort();
      await done;
    },
  };
}
