import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CONFIG } from '../../infra/config/config.js';
import type { Config } from '../../infra/config/config.js';
import { KEY_VAULT, SECRETS } from '../../infra/crypto/key-vault.js';
import type { KeyVault, Secrets } from '../../infra/crypto/key-vault.js';
import { EVENT_STORE } from '../../infra/event-store/event-store.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import { LIMITS } from '../../infra/limits/limits.js';
import type { Limits } from '../../infra/limits/limits.js';
import { SESSION_STORE, TRIES_STORE } from '../../infra/sessions/session-store.js';
import type { SessionStore, TriesStore } from '../../infra/sessions/session-store.js';
import { SNAPSHOTS } from '../../infra/snapshots/snapshots.js';
import type { SnapshotStore } from '../../infra/snapshots/snapshots.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { BANKING_PROVIDERS } from '../banking/banking.providers.js';
import { Catalog } from '../catalog/catalog.js';
import { ChangeCatalogHandler, OwnCatalogStream } from '../catalog/change-catalog.handler.js';
import { Documents } from '../documents/documents.js';
import { AcceptOrder } from '../purchases/accept-order.js';
import { CustomerLookups } from '../purchases/customer-lookups.js';
import { PRODUCT_HANDLERS } from '../purchases/product-handlers.js';
import { PurchaseStreams } from '../purchases/purchase.streams.js';
import { ResolveReviewHandler } from '../purchases/resolve-review.handler.js';
import { WalletModule } from '../wallet/wallet.module.js';

/** What the domain stands on, opened by the process. */
export interface Ground {
  readonly config: Config;
  readonly eventStore: EventStore;
  readonly vault: KeyVault;
  readonly secrets: Secrets;
  readonly snapshots: SnapshotStore;
  readonly sessions: SessionStore;
  readonly tries: TriesStore;
  readonly limits: Limits;
}

@Module({})
class GroundModule {}

/** The whole domain over one ground. */
@Module({})
export class LedgerModule {
  static over(ground: Ground): DynamicModule {
    const provided = [
      { provide: CONFIG, useValue: ground.config },
      { provide: EVENT_STORE, useValue: ground.eventStore },
      { provide: KEY_VAULT, useValue: ground.vault },
      { provide: SECRETS, useValue: ground.secrets },
      { provide: SNAPSHOTS, useValue: ground.snapshots },
      { provide: SESSION_STORE, useValue: ground.sessions },
      { provide: TRIES_STORE, useValue: ground.tries },
      { provide: LIMITS, useValue: ground.limits },
    ];
    return {
      module: LedgerModule,
      imports: [
        {
          module: GroundModule,
          global: true,
          providers: provided,
          exports: provided.map(({ provide }) => provide),
        },
        CqrsModule.forRoot(),
        WalletModule,
        AccountsModule,
      ],
      providers: [
        ...[Documents, Catalog, OwnCatalogStream, ChangeCatalogHandler, PurchaseStreams],
        ...[AcceptOrder, CustomerLookups, ...PRODUCT_HANDLERS, ResolveReviewHandler],
        ...BANKING_PROVIDERS,
      ],
    };
  }
}
