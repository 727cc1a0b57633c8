import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { uuidsOf } from '../../../infra/crypto/keyed-digest.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import { randomUUID } from '../../../infra/host/chance.js';
import { decide } from '../../broadcasts/broadcast.decider.js';
import { BroadcastStreams } from '../../broadcasts/broadcast.handlers.js';
import { leadsElsewhere } from '../../broadcasts/leads-elsewhere.js';
import { RuleBroken } from '../../contracts/errors.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import { openApproval, requestApproval } from '../approvals.js';

/**
 * Shows a new broadcast to all customers. A text that leads customers elsewhere needs a second administrator,
 * because customers trust it like a page of ours.
 */
export class PublishBroadcast extends Command<'applied' | 'waiting'> {
  constructor(
    readonly title: string,
    readonly message: string,
    readonly context: EventContext,
    readonly broadcastId: string = randomUUID(),
  ) {
    super();
  }
}

/** Shows a broadcast again. A text with a link or a number needs a second administrator. */
export class ShowBroadcast extends Command<'applied' | 'waiting'> {
  constructor(
    readonly broadcastId: string,
    readonly context: EventContext,
  ) {
    super();
  }
}

const approvalIdOf = uuidsOf('c1f3a6b2-7d0e-5c49-9f18-3b6e2a80d574');

@CommandHandler(PublishBroadcast)
export class PublishBroadcastHandler implements ICommandHandler<PublishBroadcast> {
  constructor(
    private readonly streams: BroadcastStreams,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {}

  /** @throws RuleBroken CHANGE_CONFLICT */
  async execute({ title, message, context, broadcastId }: PublishBroadcast): Promise<'applied' | 'waiting'> {
    const create = { type: 'Create', broadcastId, title, message } as const;
    const known = await this.streams.load(broadcastId);
    // Refuse another text with the same id, but not a repeated form.
    if (known) decide(create, known);
    const shown = { broadcastId, title, message };
    if (!known && leadsElsewhere(`${title}\n${message}`)) return askToShow(this.eventStore, shown, context);
    await this.streams.handle(broadcastId, create, context);
    return 'applied';
  }
}

@CommandHandler(ShowBroadcast)
export class ShowBroadcastHandler implements ICommandHandler<ShowBroadcast> {
  constructor(
    private readonly streams: BroadcastStreams,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {}

  /** @throws RuleBroken BROADCAST_NOT_FOUND */
  async execute({ broadcastId, context }: ShowBroadcast): Promise<'applied' | 'waiting'> {
    const broadcast = await this.streams.load(broadcastId);
    if (!broadcast) throw new RuleBroken('BROADCAST_NOT_FOUND');
    const { title, message, active } = broadcast;
    const shown = { broadcastId, title, message };
    if (!active && leadsElsewhere(`${title}\n${message}`)) return askToShow(this.eventStore, shown, context);
    await this.streams.handle(broadcastId, { type: 'Switch', active: true }, context);
    return 'applied';
  }
}

interface Shown {
  readonly broadcastId: string;
  readonly title: string;
  readonly message: string;
}

async function askToShow(
  eventStore: EventStore,
  broadcast: Shown,
  context: EventContext,
): Promise<'applied' | 'waiting'> {
  const { approvalId } = await openApproval(eventStore, approvalIdOf, broadcast, context);
  const work = { type: 'broadcast', broadcast } as const;
  const wanted = { approvalId, userId: HOUSE_USER_ID, reason: broadcast.title, work };
  return requestApproval(eventStore, wanted, context);
}
