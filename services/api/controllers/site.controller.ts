import { Controller, Inject } from '@nestjs/common';
import type { CallAnswer } from '../../contracts/calls.js';
import { Serves } from '../guards/route-rules.js';
import { CONFIG } from '../../../infra/config/settings.js';
import type { Config } from '../../runtime/config.js';

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
