import { Controller, Inject, Get, Header } from '@nestjs/common';
import type { CallAnswer } from '../../contracts/calls.js';
import { Serves, Rules } from '../guards/route-rules.js';
import { CONFIG } from '../../../infra/config/settings.js';
import type { Config } from '../../runtime/config.js';
import { openApiDocument } from '../openapi/openapi-document.js';

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

@Controller()
export class OpenApiController {
  private document: string | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** OpenAPI document. It is built for the first request, so that the server starts fast. */
  @Get('/openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  @Header('cache-control', 'public, max-age=300')
  @Rules({ access: 'public', kind: 'reads' })
  openApi(): string {
    const { PUBLIC_URL } = this.config;
    return (this.document ??= JSON.stringify(openApiDocument(PUBLIC_URL ?? '/')));
  }
}
