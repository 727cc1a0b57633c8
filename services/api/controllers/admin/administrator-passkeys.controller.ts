import { Body, Controller, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from '../../../../infra/host/chance.js';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import {
  AdministratorPasskeys,
  type LoginChallenge,
} from '../../../administrators/passkeys/administrator-passkeys.js';
import { BeginAdministratorLogin } from '../../../administrators/passkeys/begin-administrator-login.handler.js';
import { SecondFactors } from '../../../administrators/second-factor/second-factors.js';
import { Visits } from '../../../administrators/visits/visits.js';
import { Brands } from '../../../brand/brands.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { AdministratorContext, originOf } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { Cookies, DEVICE_COOKIE_OF } from '../../http/cookies.js';
import { creationOptionsOf, requestOptionsOf } from '../../http/passkey-options.js';
import { WrittenPositions } from '../../written-positions.js';

@Controller()
export class AdministratorPasskeysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly cookies: Cookies,
    private readonly passkeys: AdministratorPasskeys,
    private readonly secondFactors: SecondFactors,
    private readonly written: WrittenPositions,
    private readonly brands: Brands,
    private readonly visits: Visits,
  ) {}

  @Serves('beginAdminLogin')
  async beginLogin(
    @Body() { username: email, password }: CallInput<'beginAdminLogin'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'beginAdminLogin'>> {
    const device = this.cookies.read(request, DEVICE_COOKIE_OF.admin_session);
    const attempt = randomUUID();
    const asked: LoginChallenge = await this.commands
      .execute(new BeginAdministratorLogin({ email, password, address: request.ip, device }, attempt))
      .catch((error: unknown) => {
        this.visits.noteRefusal(error, email, originOf(request));
        throw error;
      });
    this.visits.noteUnfinished(email, originOf(request));
    this.cookies.setAttempt(reply, attempt);
    return { status: true, options: requestOptionsOf(asked) };
  }

  @Serves('beginAdminPasskey')
  async begin(
    @AdministratorContext() context: EventContext,
    @Body() { password, code }: CallInput<'beginAdminPasskey'>,
  ): Promise<CallAnswer<'beginAdminPasskey'>> {
    const user = await this.secondFactors.proven(context.actor.id, password, code, context);
    this.written.note(context.actor.id);
    const asked = await this.passkeys.begin(user, context.now);
    const { name } = await this.brands.current();
    return { status: true, options: creationOptionsOf(asked, user, {}, name) };
  }

  @Serves('addAdminPasskey')
  async add(
    @AdministratorContext() context: EventContext,
    @Body() { name, credential }: CallInput<'addAdminPasskey'>,
    @Req() request: FastifyRequest,
  ): Promise<CallAnswer<'addAdminPasskey'>> {
    const { device } = originOf(request);
    const id = await this.passkeys.add(context.actor.id, { name, credential, device }, context);
    this.written.note(context.actor.id);
    return { status: true, message: 'You can sign in with this device from now on.', id };
  }

  @Serves('nameAdminPasskey')
  async rename(
    @AdministratorContext() context: EventContext,
    @Body() { id, name }: CallInput<'nameAdminPasskey'>,
  ): Promise<CallAnswer<'nameAdminPasskey'>> {
    await this.passkeys.rename(context.actor.id, id, name, context);
    this.written.note(context.actor.id);
    return { status: true, message: 'The name is saved.' };
  }

  @Serves('removeAdminPasskey')
  async remove(
    @AdministratorContext() context: EventContext,
    @Body() { id }: CallInput<'removeAdminPasskey'>,
  ): Promise<CallAnswer<'removeAdminPasskey'>> {
    await this.passkeys.remove(context.actor.id, id, context);
    this.written.note(context.actor.id);
    return { status: true, message: 'This device signs you in no more.' };
  }
}
