import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { BroadcastStreams, CreateBroadcastHandler, SwitchBroadcastHandler } from './broadcast.handlers.js';

/** Needs the provider `EVENT_STORE`. */
@Module({
  imports: [CqrsModule],
  providers: [BroadcastStreams, CreateBroadcastHandler, SwitchBroadcastHandler],
})
export class BroadcastsModule {}
