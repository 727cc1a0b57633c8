import { Body, Controller, Headers, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { IDEMPOTENCY_HEADER, SHAPES, type CallAnswer, type CallInput } from '../../contracts/calls.js';
import { PURCHASE_CALLS } from '../../contracts/customer-side-calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import { lagosIso } from '../../contracts/fields/lagos-day.js';
import { nairaFromKobo } from '../../contracts/money.js';
import { EventContexts } from '../../customers/event-contexts.js';
import { BeginApproval } from '../../customers/passkeys/begin-approval.handler.js';
import { RevokePasskey, SetPasskeyLimit } from '../../customers/passkeys/change-passkeys.handler.js';
import {
  AddPasskey,
  BeginPasskey,
  type PasskeyEnrolment,
} from '../../customers/passkeys/enrol-passkey.handler.js';
import { ListPasskeys } from '../../customers/passkeys/list-passkeys.query.js';
import { derivedId } from '../../purchases/accept/references.js';
import { Brands } from '../../brand/brands.js';
import { CallerOf, contextOf, originOf, type Caller } from '../guards/caller.js';
import { Serves } from '../guards/route-rules.js';
import { creationOptionsOf, requestOptionsOf } from '../http/passkey-options.js';
import { orderDigest, requireKey } from '../purchasing.js';
import { ZodPipe } from '../pipes/zod.pipe.js';

@Controller()
export class PasskeysController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly contexts: EventContexts,
    private readonly brands: Brands,
  ) {}

  @Serves('passkeys')
  async list(@CallerOf() { userId }: Caller): Promise<CallAnswer<'passkeys'>> {
    const { available, passkeys } = await this.queries.execute(new ListPasskeys(userId));
    return {
      status: true,
      available,
      passkeys: passkeys.map(({ id, device, enrolledAt, limit }) => ({
        id,
        device,
        enrolled_at: lagosIso(enrolledAt),
        limit: nairaFromKobo(limit),
      })),
    };
  }

  @Serves('beginPasskey')
  async begin(
    @CallerOf() { userId }: Caller,
    @Body() { transaction_pin }: CallInput<'beginPasskey'>,
  ): Promise<CallAnswer<'beginPasskey'>> {
    const { challenge, party, user }: PasskeyEnrolment = await this.commands.execute(
      new BeginPasskey(userId, transaction_pin),
    );
    const credentialIds = (user.passkeys ?? []).map(({ credentialId }) => credentialId);
    const { name } = await this.brands.current();
    const onThisDevice = { authenticatorAttachment: 'platform' } as const;
    return {
      status: true,
      options: creationOptionsOf({ challenge, party, credentialIds }, user, onThisDevice, name),
    };
  }

  @Serves('addPasskey')
  async add(
    @CallerOf() caller: Caller,
    @Body() { credential, limit }: CallInput<'addPasskey'>,
    @Req() request: FastifyRequest,
  ): Promise<CallAnswer<'addPasskey'>> {
    const { device } = originOf(request);
    const context = await this.contexts.of(caller, originOf(request));
    const id: string = await this.commands.execute(
      new AddPasskey(caller.userId, { credential, limit, device }, context, caller.session?.epoch),
    );
    return { status: true, message: 'This device can pay from now on.', id };
  }

  @Serves('setPasskeyLimit')
  async setLimit(
    @CallerOf() caller: Caller,
    @Body() { id: passkeyId, limit, transaction_pin: pin }: CallInput<'setPasskeyLimit'>,
    @Req() request: FastifyRequest,
  ): Promise<CallAnswer<'setPasskeyLimit'>> {
    const context = await this.contexts.of(caller, originOf(request));
    await this.commands.execute(
      new SetPasskeyLimit(caller.userId, { passkeyId, limit, pin }, context, caller.session?.epoch),
    );
    return { status: true, message: 'The amount is saved.' };
  }

  @Serves('removePasskey')
  async remove(
    @CallerOf() caller: Caller,
    @Body() { id }: CallInput<'removePasskey'>,
  ): Promise<CallAnswer<'removePasskey'>> {
    await this.commands.execute(new RevokePasskey(caller.userId, id, contextOf(caller)));
    return { status: true, message: 'This device cannot pay any more.' };
  }

  /**
   * Parses `order` in the same way as the purchase call, because the customer must sign exactly the order that
   * is bought.
   */
  @Serves('beginApproval')
  async beginApproval(
    @CallerOf() { userId }: Caller,
    @Body() { id, service, order, price }: CallInput<'beginApproval'>,
    @Headers(IDEMPOTENCY_HEADER) idempotencyKey: string | undefined,
  ): Promise<CallAnswer<'beginApproval'>> {
    const call = PURCHASE_CALLS[service];
    if (call === undefined)
      throw new RuleBroken('VALIDATION_FAILED', {
        field: 'service',
        reason: 'takes no signature of a device',
      });
    const digest = orderDigest(ordered(call, order));
    const purchaseId = derivedId(userId, requireKey(idempotencyKey));
    const purchase = { purchaseId, service, orderDigest: digest, price };
    const { challenge, party, passkey } = await this.queries.execute(new BeginApproval(userId, id, purchase));
    const credentialIds = [passkey.credentialId];
    return { status: true, options: requestOptionsOf({ challenge, party, credentialIds }) };
  }
}

/**
 * @throws RuleBroken(VALIDATION_FAILED, INVALID_PHONE) with the name of the wrong field in `order`
 */
const ordered = (
  call: NonNullable<(typeof PURCHASE_CALLS)[keyof typeof PURCHASE_CALLS]>,
  order: object,
): object => new ZodPipe(z.object({ order: SHAPES[call].request })).transform({ order }).order;
