import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { BroadcastStreams, CreateBroadcastHandler, SwitchBroadcastHandler } from './broadcast.handlers.js';

/**
 * What administrators tell all customers. Which of them are shown is a read model's to say: this room only writes. Needs
 * EVENT_STORE from the process.
 */
@Module({
  imports: [CqrsModule],
  providers: [BroadcastStreams, CreateBroadcastHandler, SwitchBroadcastHandler],
})
export class BroadcastsModule {}
