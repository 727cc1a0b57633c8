import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { decideAndAppend } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore, NO_STREAM } from '../../infra/event-store/event-store.js';
import { type Broadcast, type BroadcastCommand, decide, evolve } from './broadcast.decider.js';
import { broadcastEvent, broadcastStream } from './broadcast.events.js';

/** Hides a broadcast. A repeated command stores nothing. */
export class HideBroadcast extends Command<void> {
  constructor(
    readonly broadcastId: string,
    readonly context: EventContext,
  ) {
    super();
  }
}

type Store = Pick<EventStore, 'readStream' | 'append'>;

async function loadBroadcast(store: Store, broadcastId: string) {
  const events = await store.readStream(broadcastStream(broadcastId));
  const { revision, hash } = events.at(-1) ?? NO_STREAM;
  const broadcast = events
    .map(broadcastEvent)
    .reduce<Broadcast>((so, event) => (event ? evolve(so, event) : so), undefined);
  return { revision, hash, broadcast };
}

/** @throws RuleBroken BROADCAST_NOT_FOUND, CHANGE_CONFLICT */
export async function changeBroadcast(
  store: Store,
  broadcastId: string,
  command: BroadcastCommand,
  context: EventContext,
): Promise<void> {
  await decideAndAppend(store, {
    stream: broadcastStream(broadcastId),
    load: () => loadBroadcast(store, broadcastId),
    decide: ({ broadcast }) =>
      decide(command, broadcast).map(({ type, data }) => fact<string, object>(type, data, context)),
  });
}

@Injectable()
export class BroadcastStreams {
  constructor(@Inject(EVENT_STORE) private readonly eventStore: Store) {}

  async load(broadcastId: string): Promise<Broadcast> {
    return (await loadBroadcast(this.eventStore, broadcastId)).broadcast;
  }

  /** @throws RuleBroken BROADCAST_NOT_FOUND, CHANGE_CONFLICT */
  handle(broadcastId: string, command: BroadcastCommand, context: EventContext): Promise<void> {
    return changeBroadcast(this.eventStore, broadcastId, command, context);
  }
}

/** @throws RuleBroken BROADCAST_NOT_FOUND */
@CommandHandler(HideBroadcast)
export class HideBroadcastHandler implements ICommandHandler<HideBroadcast> {
  constructor(private readonly streams: BroadcastStreams) {}

  async execute({ broadcastId, context }: HideBroadcast): Promise<void> {
    await this.streams.handle(broadcastId, { type: 'Switch', active: false }, context);
  }
}
