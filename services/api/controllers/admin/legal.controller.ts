import { Body, Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { LegalPages } from '../../../brand/legal/legal-pages.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { PublishLegalPage } from '../../../money-desk/brand/publish-legal-page.handler.js';
import { AdministratorContext } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { publishedPages } from '../../shown/legal-rows.js';
import { WrittenPositions } from '../../written-positions.js';

const WAITS =
  'The text has a link or a number, so it is not published yet: another owner has to agree on the page Approvals.';

@Controller()
export class LegalController {
  constructor(
    private readonly pages: LegalPages,
    private readonly commands: CommandBus,
    private readonly written: WrittenPositions,
  ) {}

  @Serves('ownLegalPages')
  async own(): Promise<CallAnswer<'ownLegalPages'>> {
    return { status: true, pages: publishedPages(await this.pages.newest()) };
  }

  @Serves('publishLegalPage')
  async publish(
    @AdministratorContext() context: EventContext,
    @Body() { legal_page: page, text, version: seen }: CallInput<'publishLegalPage'>,
  ): Promise<CallAnswer<'publishLegalPage'>> {
    const version = await this.commands.execute(new PublishLegalPage({ page, text, seen }, context));
    this.written.note(context.actor.id);
    return version === 'waiting'
      ? { status: true, outcome: 'waiting', message: WAITS }
      : { status: true, outcome: 'applied', message: `Version ${version} is published.` };
  }
}
