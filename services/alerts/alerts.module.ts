import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AcknowledgeAlertHandler, AlertStreams } from './alert-streams.js';

/** Needs the provider `EVENT_STORE`. */
@Module({
  imports: [CqrsModule],
  providers: [AlertStreams, AcknowledgeAlertHandler],
  exports: [AlertStreams],
})
export class AlertsModule {}
