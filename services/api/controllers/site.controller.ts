import { Controller, Inject, Get, Header } from '@nestjs/common';
import type { CallAnswer } from '../../contracts/calls.js';
import { Serves, Rules } from '../guards/route-rules.js';
import { CONFIG } from '../../../infra/config/settings.js';
import type { Config } from '../../runtime/config.js';
import { openApiDocument } from '../openapi/openapi-document.js';

/** What every visitor may know of this installation. */
@Controller()
export class SiteController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Serves('siteLinks')
  links(): CallAnswer<'siteLinks'> {
    const { COMMUNITY_CHAT_URL, WHATSAPP_URL, API_DOCUMENTATION_URL } = this.config;
    return {
      status: true,
      community_chat: COMMUNITY_CHAT_URL ?? '',
      whatsapp: WHATSAPP_URL ?? '',
      api_documentation: API_DOCUMENTATION_URL ?? '',
    };
  }
}

/** The contract for machines, and for the page that shows it to people. */
@Controller()
export class OpenApiController {
  private document: string | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Made when it is first asked for: no start waits for it. */
  @Get('/openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  @Header('cache-control', 'public, max-age=300')
  @Rules({ access: 'public', kind: 'reads' })
  openApi(): string {
    const { PUBLIC_URL } = this.config;
    return (this.document ??= JSON.stringify(openApiDocument(PUBLIC_URL ?? '/')));
  }
}
