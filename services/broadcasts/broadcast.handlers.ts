import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { decideAndAppend } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore, NO_STREAM } from '../../infra/event-store/event-store.js';
import { randomUUID } from '../../infra/host/chance.js';
import { type Broadcast, type BroadcastCommand, decide, evolve } from './broadcast.decider.js';
import { broadcastEvent, broadcastStream } from './broadcast.events.js';

/** Creates a broadcast. A second command with the same id stores nothing. */
export class CreateBroadcast extends Command<string> {
  constructor(
    readonly title: string,
    readonly message: string,
    readonly context: EventContext,
    readonly broadcastId: string = randomUUID(),
  ) {
    super();
  }
}

/** Shows or hides a broadcast. A repeated command stores nothing. */
export class SwitchBroadcast extends Command<void> {
  constructor(
    readonly broadcastId: string,
    readonly active: boolean,
    readonly context: EventContext,
  ) {
    super();
  }
}

@Injectable()
export class BroadcastStreams {
  constructor(@Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream' | 'append'>) {}

  /** @throws RuleBroken BROADCAST_NOT_FOUND, CHANGE_CONFLICT */
  async handle(broadcastId: string, command: BroadcastCommand, context: EventContext): Promise<void> {
    const stream = broadcastStream(broadcastId);
    await decideAndAppend(this.eventStore, {
      stream,
      load: async () => {
        const events = await this.eventStore.readStream(stream);
        const { revision, hash } = events.at(-1) ?? NO_STREAM;
        const broadcast = events
          .map(broadcastEvent)
          .reduce<Broadcast>((so, event) => (event ? evolve(so, event) : so), undefined);
        return { revision, hash, broadcast };
      },
      decide: ({ broadcast }) =>
        decide(command, broadcast).map(({ type, data }) => fact<string, object>(type, data, context)),
    });
  }
}

/** @throws RuleBroken CHANGE_CONFLICT */
@CommandHandler(CreateBroadcast)
export class CreateBroadcastHandler implements ICommandHandler<CreateBroadcast> {
  constructor(private readonly streams: BroadcastStreams) {}

  async execute({ title, message, context, broadcastId }: CreateBroadcast): Promise<string> {
    await this.streams.handle(broadcastId, { type: 'Create', broadcastId, title, message }, context);
    return broadcastId;
  }
}

/** @throws RuleBroken BROADCAST_NOT_FOUND */
@CommandHandler(SwitchBroadcast)
export class SwitchBroadcastHandler implements ICommandHandler<SwitchBroadcast> {
  constructor(private readonly streams: BroadcastStreams) {}

  async execute({ broadcastId, active, context }: SwitchBroadcast): Promise<void> {
    await this.streams.handle(broadcastId, { type: 'Switch', active }, context);
  }
}
