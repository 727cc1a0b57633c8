import { Body, Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { LiveHub } from '../../../../infra/live/live-hub.js';
import { ListBroadcasts } from '../../../../read-models/broadcasts/broadcasts.query.js';
import { HideBroadcast } from '../../../broadcasts/broadcast.handlers.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { PublishBroadcast, ShowBroadcast } from '../../../money-desk/broadcasts/publish-broadcast.handler.js';
import { AdministratorContext, CallerOf, type Caller, formIdsOf } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';

const WAITS = 'The text has a link or a number. Customers see it once a second administrator agrees.';

const broadcastIdOf = formIdsOf('5be2a1f4-93c7-5d0e-8a61-2f7c40d9b813');

@Controller()
export class BroadcastsController {
  constructor(
    private readonly liveHub: LiveHub,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly written: WrittenPositions,
  ) {}

  @Serves('broadcasts')
  async list(
    @CallerOf() { userId }: Caller,
    @Body() body: CallInput<'broadcasts'>,
  ): Promise<CallAnswer<'broadcasts'>> {
    await this.written.projected(userId);
    const { position } = this.liveHub;
    const { rows, total, totalCapped, truncated } = await this.queries.execute(
      new ListBroadcasts({
        ...(body.query_type !== 1 && { from: body.custom_start_date, to: body.custom_end_date }),
        ...(body.search ? { search: body.search } : {}),
        page: body.page,
        pageSize: body.page_size,
      }),
    );
    return { status: true, broadcast_info: [...rows], total, total_capped: totalCapped, truncated, position };
  }

  @Serves('createBroadcast')
  async create(
    @AdministratorContext() context: EventContext,
    @Body() { broadcastTitle, broadcastMessage, form_id }: CallInput<'createBroadcast'>,
  ): Promise<CallAnswer<'createBroadcast'>> {
    const id = form_id === undefined ? undefined : broadcastIdOf(context, form_id);
    const outcome = await this.commands.execute(
      new PublishBroadcast(broadcastTitle, broadcastMessage, context, id),
    );
    this.written.note(context.actor.id);
    const message = outcome === 'waiting' ? WAITS : 'Broadcast created. Customers see it now.';
    return { status: true, message };
  }

  @Serves('activateBroadcast')
  async activate(
    @AdministratorContext() context: EventContext,
    @Body() { broadcastId }: CallInput<'activateBroadcast'>,
  ): Promise<CallAnswer<'activateBroadcast'>> {
    const outcome = await this.commands.execute(new ShowBroadcast(broadcastId, context));
    this.written.note(context.actor.id);
    const message = outcome === 'waiting' ? WAITS : 'Broadcast activated. Customers see it now.';
    return { status: true, message };
  }

  @Serves('deactivateBroadcast')
  async deactivate(
    @AdministratorContext() context: EventContext,
    @Body() { broadcastId }: CallInput<'deactivateBroadcast'>,
  ): Promise<CallAnswer<'deactivateBroadcast'>> {
    await this.commands.execute(new HideBroadcast(broadcastId, context));
    this.written.note(context.actor.id);
    return { status: true, message: 'Broadcast deactivated. Customers no longer see it.' };
  }
}
