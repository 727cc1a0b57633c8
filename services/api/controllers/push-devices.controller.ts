import { Body, Controller, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { lagosIso } from '../../contracts/fields/lagos-day.js';
import { Sessions } from '../../customers/login/sessions.js';
import {
  ListPushDevices,
  SubscribePush,
  UnsubscribePush,
} from '../../customers/push/push-devices.handlers.js';
import { CallerOf, contextOf, originOf, type Caller } from '../guards/caller.js';
import { Serves } from '../guards/route-rules.js';

@Controller()
export class PushDevicesController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly sessions: Sessions,
  ) {}

  @Serves('pushDevices')
  async list(@CallerOf() caller: Caller): Promise<CallAnswer<'pushDevices'>> {
    const { key, devices } = await this.queries.execute(new ListPushDevices(caller.userId));
    const asking = this.handleOf(caller);
    return {
      status: true,
      key: key ?? null,
      devices: devices.map(({ id, device, since, language, session }) => ({
        id,
        device,
        since: lagosIso(since),
        language,
        current: session === asking,
      })),
    };
  }

  @Serves('addPushDevice')
  async add(
    @CallerOf() caller: Caller,
    @Body() { endpoint, p256dh, auth, language }: CallInput<'addPushDevice'>,
    @Req() request: FastifyRequest,
  ): Promise<CallAnswer<'addPushDevice'>> {
    const { device } = originOf(request);
    const asked = {
      endpoint,
      p256dh,
      auth,
      device,
      language: language ?? 'en',
      session: this.handleOf(caller),
    };
    const id: string = await this.commands.execute(
      new SubscribePush(caller.userId, asked, contextOf(caller), caller.session?.epoch),
    );
    return { status: true, message: 'This device is told from now on.', id };
  }

  @Serves('removePushDevice')
  async remove(
    @CallerOf() caller: Caller,
    @Body() { id }: CallInput<'removePushDevice'>,
  ): Promise<CallAnswer<'removePushDevice'>> {
    await this.commands.execute(new UnsubscribePush(caller.userId, id, 'removed', contextOf(caller)));
    return { status: true, message: 'This device is told no more.' };
  }

  private handleOf({ session }: Caller): string {
    return session ? this.sessions.handleOf(session.id) : '';
  }
}
