import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { BroadcastStreams, HideBroadcastHandler } from './broadcast.handlers.js';

/** Needs the provider `EVENT_STORE`. */
@Module({
  imports: [CqrsModule],
  providers: [BroadcastStreams, HideBroadcastHandler],
  exports: [BroadcastStreams],
})
export class BroadcastsModule {}
