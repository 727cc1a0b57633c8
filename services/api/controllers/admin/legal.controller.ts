import { Body, Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { LegalPages } from '../../../brand/legal/legal-pages.js';
import { PublishLegalPage } from '../../../brand/legal/publish-legal-page.handler.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { AdministratorContext } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { publishedPages } from '../../shown/legal-rows.js';

@Controller()
export class LegalController {
  constructor(
    private readonly pages: LegalPages,
    private readonly commands: CommandBus,
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
    return { status: true, message: `Version ${version} is published.` };
  }
}
