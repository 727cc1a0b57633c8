import { Controller, Inject } from '@nestjs/common';
import type { CallAnswer } from '../../contracts/calls.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';

/** What every visitor may know of this installation. */
@Controller()
export class SiteController {
  constructor(@Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'config'>) {}

  @Serves('siteLinks')
  links(): CallAnswer<'siteLinks'> {
    const { COMMUNITY_CHAT_URL, WHATSAPP_URL, API_DOCUMENTATION_URL } = this.deps.config;
    return {
      status: true,
      community_chat: COMMUNITY_CHAT_URL ?? '',
      whatsapp: WHATSAPP_URL ?? '',
      api_documentation: API_DOCUMENTATION_URL ?? '',
    };
  }
}
