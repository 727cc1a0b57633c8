import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { BroadcastStreams, CreateBroadcastHandler, SwitchBroadcastHandler } from './broadcast.handlers.js';

/** Command handlers of broadcasts, without queries. The process must provide `EVENT_STORE`. */
@Module({
  imports: [CqrsModule],
  providers: [BroadcastStreams, CreateBroadcastHandler, SwitchBroadcastHandler],
})
export class BroadcastsModule {}
