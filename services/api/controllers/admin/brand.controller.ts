import { Body, Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { ListApprovals } from '../../../../read-models/approvals/approvals.query.js';
import { brandOf, fieldsOf } from '../../../brand/brand-fields.js';
import { Brands } from '../../../brand/brands.js';
import type { Logo } from '../../../brand/logo/logo.decider.js';
import { Logos } from '../../../brand/logo/logos.js';
import { requirePicture } from '../../../brand/logo/read-logo.js';
import { SetLogo } from '../../../brand/logo/set-logo.handler.js';
import { logoPath } from '../../../contracts/brand/logo.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { SetBrand } from '../../../money-desk/brand/set-brand.handler.js';
import { AdministratorContext, CallerOf, type Caller } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';

const WAITS =
  'Colours are in force, and names and texts without a link or a number. The rest waits: another owner has to agree on the page Approvals.';

const shownLogo = ({ digest, width, height, ground }: Logo) => ({
  src: logoPath(digest),
  width,
  height,
  ground,
});

/** Maximum number of waiting approvals that are read to find changes of the brand. */
const WAITING_MAX = 200;

@Controller()
export class BrandController {
  constructor(
    private readonly brands: Brands,
    private readonly logos: Logos,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly written: WrittenPositions,
  ) {}

  @Serves('ownBrand')
  async own(@CallerOf() { userId }: Caller): Promise<CallAnswer<'ownBrand'>> {
    await this.written.projected(userId);
    const [{ brand, version }, { logo, version: logo_version }, { rows }] = await Promise.all([
      this.brands.newest(),
      this.logos.newest(),
      this.queries.execute(new ListApprovals(true, { page: 1, pageSize: WAITING_MAX })),
    ]);
    const waiting = rows.flatMap(({ work, evidence }) => (work === 'brand' ? [evidence ?? ''] : []));
    return {
      status: true,
      brand: fieldsOf(brand),
      version,
      logo: logo ? shownLogo(logo) : null,
      logo_version,
      waiting,
    };
  }

  @Serves('setBrand')
  async set(
    @AdministratorContext() context: EventContext,
    @Body() { version, ...fields }: CallInput<'setBrand'>,
  ): Promise<CallAnswer<'setBrand'>> {
    const brand = brandOf(fields);
    const outcome = await this.commands.execute(new SetBrand(brand, version, context));
    this.written.note(context.actor.id);
    return {
      status: true,
      outcome,
      message: outcome === 'waiting' ? WAITS : `The brand is ${brand.name} now.`,
    };
  }

  @Serves('setLogo')
  async setLogo(
    @AdministratorContext() context: EventContext,
    @Body() { logo, version }: CallInput<'setLogo'>,
  ): Promise<CallAnswer<'setLogo'>> {
    const file = Buffer.from(logo, 'base64');
    requirePicture(file);
    await this.commands.execute(new SetLogo(file, version, context));
    return { status: true, message: 'The logo is set.' };
  }

  @Serves('removeLogo')
  async removeLogo(
    @AdministratorContext() context: EventContext,
    @Body() { version }: CallInput<'removeLogo'>,
  ): Promise<CallAnswer<'removeLogo'>> {
    await this.commands.execute(new SetLogo(undefined, version, context));
    return { status: true, message: 'The logo is removed.' };
  }
}
