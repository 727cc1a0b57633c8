import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AcknowledgeAlertHandler, AlertStreams } from './alert-streams.js';

/** Needs `EVENT_STORE` from the process. */
@Module({
  imports: [CqrsModule],
  providers: [AlertStreams, AcknowledgeAlertHandler],
  exports: [AlertStreams],
})
export class AlertsModule {}
