import { type FactoryProvider, Module } from '@nestjs/common';
import { CONFIG } from '../../infra/config/settings.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import { EventExplorer } from './explore/event-explorer.js';
import { Proofs, type ProvenStore } from './proofs/proofs.js';
import { AuditReader } from './scheduled/audit-reader.js';
import { installedSealKeys } from './seals/seal-key.js';

export const AUDIT_READER: FactoryProvider<AuditReader> = {
  provide: AuditReader,
  useFactory: (store: EventStore, { AUDIT_EVERY }: { readonly AUDIT_EVERY: number }) =>
    new AuditReader(store, AUDIT_EVERY),
  inject: [EVENT_STORE, CONFIG],
};

@Module({
  providers: [
    AUDIT_READER,
    EventExplorer,
    {
      provide: Proofs,
      useFactory: (eventStore: ProvenStore, { secretsDir }: { readonly secretsDir: string }) =>
        new Proofs(eventStore, () => installedSealKeys(secretsDir)),
      inject: [EVENT_STORE, CONFIG],
    },
  ],
  exports: [AuditReader, EventExplorer, Proofs],
})
export class AuditModule {}
