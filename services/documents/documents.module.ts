import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CustomersModule } from '../customers/customers.module.js';
import { CONFIG } from '../../infra/config/settings.js';
import { EVENT_STORE } from '../../infra/event-store/event-store.js';
import { Proofs, type ProvenStore } from '../audit/proofs/proofs.js';
import { installedSealKeys } from '../audit/seals/seal-key.js';
import { Documents } from './documents.js';
import { WriteStatementHandler } from './write-statement.handler.js';

/** Receipts and statements. Needs EVENT_STORE, KEY_VAULT, LIMITS and CONFIG from the process. */
@Module({
  imports: [CqrsModule, CustomersModule],
  providers: [
    Documents,
    WriteStatementHandler,
    {
      provide: Proofs,
      useFactory: (eventStore: ProvenStore, { secretsDir }: { readonly secretsDir: string }) =>
        new Proofs(eventStore, () => installedSealKeys(secretsDir)),
      inject: [EVENT_STORE, CONFIG],
    },
  ],
  exports: [Documents, Proofs],
})
export class DocumentsModule {}
