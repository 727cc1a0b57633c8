import { Body, Controller } from '@nestjs/common';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import type { Administrator } from '../../../administrators/administrators.js';
import { AdministratorPasskeys } from '../../../administrators/passkeys/administrator-passkeys.js';
import { SecondFactors } from '../../../administrators/second-factor/second-factors.js';
import { totpUri } from '../../../administrators/second-factor/totp.js';
import { Brands } from '../../../brand/brands.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { RuleBroken } from '../../../contracts/errors.js';
import { lagosIso } from '../../../contracts/fields/lagos-day.js';
import { Sessions } from '../../../customers/login/sessions.js';
import { Users } from '../../../customers/users.js';
import { AdministratorContext, AdministratorOf, CallerOf, type Caller } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { requestOptionsOf } from '../../http/passkey-options.js';
import { WrittenPositions } from '../../written-positions.js';

@Controller()
export class SecondFactorController {
  constructor(
    private readonly brands: Brands,
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: AdministratorPasskeys,
    private readonly sessions: Sessions,
    private readonly users: Users,
    private readonly written: WrittenPositions,
  ) {}

  @Serves('secondFactor')
  async standing(
    @AdministratorOf() { userId }: Administrator,
    @Body() _body: CallInput<'secondFactor'>,
  ): Promise<CallAnswer<'secondFactor'>> {
    const { on, required, since, recoveryCodesLeft } = await this.secondFactors.standing(userId);
    const passkeys = await this.passkeys.list(userId);
    const about = {
      since: since === undefined ? '' : lagosIso(since),
      recovery_codes_left: recoveryCodesLeft,
    };
    return {
      status: true,
      on,
      required,
      ...about,
      passkeys_available: this.passkeys.relyingParty !== undefined,
      passkeys: passkeys.map(({ id, name, device, addedAt, usedAt }) => ({
        id,
        name,
        device,
        added_at: lagosIso(addedAt),
        used_at: usedAt === undefined ? '' : lagosIso(usedAt),
      })),
    };
  }

  @Serves('startSecondFactor')
  async start(
    @AdministratorContext() context: EventContext,
    @Body() { password, code }: CallInput<'startSecondFactor'>,
  ): Promise<CallAnswer<'startSecondFactor'>> {
    const { secret, label, enrolment } = await this.secondFactors.start(
      context.actor.id,
      password,
      code ?? undefined,
      context,
    );
    const { name } = await this.brands.current();
    return { status: true, secret, uri: totpUri(secret, label, name), enrolment };
  }

  @Serves('confirmSecondFactor')
  async confirm(
    @CallerOf() { session }: Caller,
    @AdministratorContext() context: EventContext,
    @Body() { enrolment, code }: CallInput<'confirmSecondFactor'>,
  ): Promise<CallAnswer<'confirmSecondFactor'>> {
    const codes = await this.secondFactors.confirm(context.actor.id, { enrolment, code }, session, context);
    this.written.note(context.actor.id);
    return { status: true, message: 'The second factor is on.', recovery_codes: [...codes] };
  }

  @Serves('removeSecondFactor')
  async remove(
    @AdministratorContext() context: EventContext,
    @Body() { password, code }: CallInput<'removeSecondFactor'>,
  ): Promise<CallAnswer<'removeSecondFactor'>> {
    await this.secondFactors.remove(context.actor.id, password, code, context);
    this.written.note(context.actor.id);
    return { status: true, message: 'The second factor is off.' };
  }

  @Serves('beginProveAgain')
  async beginProveAgain(
    @CallerOf() { session, userId }: Caller,
    @AdministratorContext() { now }: EventContext,
    @Body() _body: CallInput<'beginProveAgain'>,
  ): Promise<CallAnswer<'beginProveAgain'>> {
    const user = session && (await this.users.current(userId));
    if (!session || !user) throw new RuleBroken('SESSION_EXPIRED');
    return {
      status: true,
      options: requestOptionsOf(await this.secondFactors.challenge(user, session.id, now)),
    };
  }

  @Serves('proveAgain')
  async proveAgain(
    @CallerOf() { session, userId }: Caller,
    @AdministratorContext() context: EventContext,
    @Body() { password, code, passkey }: CallInput<'proveAgain'>,
  ): Promise<CallAnswer<'proveAgain'>> {
    if (!session) throw new RuleBroken('SESSION_EXPIRED');
    const shown = passkey ? { answer: passkey, attempt: session.id } : (code ?? undefined);
    await this.secondFactors.proveAgain(session, password ?? undefined, shown, context);
    await this.sessions.noteProof(session);
    this.written.note(userId);
    return { status: true, message: 'You are confirmed for 15 minutes.' };
  }
}
