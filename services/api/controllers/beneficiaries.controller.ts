import { Body, Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RemoveBeneficiary, SaveBeneficiary } from '../../accounts/beneficiaries.handler.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { storyOf } from '../story-of.js';

/** Whom a form offers: recipients the customer kept, and those of the latest purchases. */
@Controller()
export class BeneficiariesController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'users' | 'recentRecipients'>,
    private readonly commands: CommandBus,
  ) {}

  @Serves('beneficiaries')
  async list(
    @CallerOf() { userId }: Caller,
    @Body() { service }: CallInput<'beneficiaries'>,
  ): Promise<CallAnswer<'beneficiaries'>> {
    const [user, recent] = await Promise.all([
      this.deps.users.byId(userId),
      this.deps.recentRecipients.of(userId, service ?? undefined),
    ]);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    const saved = (user.beneficiaries ?? []).filter((one) => !service || one.service === service);
    return { status: true, saved: saved.toReversed(), recent };
  }

  @Serves('saveBeneficiary')
  async save(
    @CallerOf() caller: Caller,
    @Body() { service, recipient, name, provider, kind }: CallInput<'saveBeneficiary'>,
  ): Promise<CallAnswer<'saveBeneficiary'>> {
    const kept = { service, recipient: recipient.trim(), name: name?.trim() ?? '' };
    const details = { provider: provider ?? '', kind: kind ?? '' };
    const id: string = await this.commands.execute(
      new SaveBeneficiary(caller.userId, { ...kept, ...details }, storyOf(caller)),
    );
    return { status: true, message: 'Recipient saved.', id };
  }

  @Serves('removeBeneficiary')
  async remove(
    @CallerOf() caller: Caller,
    @Body() { id }: CallInput<'removeBeneficiary'>,
  ): Promise<CallAnswer<'removeBeneficiary'>> {
    await this.commands.execute(new RemoveBeneficiary(caller.userId, id, storyOf(caller)));
    return { status: true, message: 'Recipient removed.' };
  }
}
