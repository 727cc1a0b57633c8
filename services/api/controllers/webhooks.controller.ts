import { Body, Controller, Headers, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { hash, timingSafeEqual } from 'node:crypto';
import { RuleBroken } from '../../contracts/errors.js';
import { Rules } from '../guards/route-rules.js';
import { CONFIG } from '../../../infra/config/settings.js';
import type { Config } from '../../runtime/config.js';
import { FUNDING } from '../../funding/funding.service.js';
import type { FundingService } from '../../funding/funding.service.js';
import { VendorHints } from '../../purchases/attempt/request-requery.js';

/** What providers tell us unasked: stored, acknowledged at once, believed only after asking them. */
@Controller('/webhooks')
export class WebhooksController {
  private readonly secretDigest: Buffer;

  constructor(
    @Inject(CONFIG) config: Pick<Config, 'VTPASS_WEBHOOK_SECRET'>,
    @Inject(FUNDING) private readonly funding: FundingService,
    private readonly hints: VendorHints,
  ) {
    this.secretDigest = digest(config.VTPASS_WEBHOOK_SECRET);
  }

  @Post('/monnify')
  @HttpCode(200)
  @Rules({ access: 'provider', kind: 'changes', raw: true })
  async monnify(
    @Body() body: unknown,
    @Headers('monnify-signature') signature: string | undefined,
  ): Promise<object> {
    const rawBody = bytes(body);
    await this.funding.receiveWebhook(rawBody, signature);
    await this.hints.ofTransfer(rawBody);
    return { status: true, message: 'received' };
  }

  /** VTpass does not sign: the address itself is the secret. Its own documents ask for exactly this answer. */
  @Post('/vtpass/:secret')
  @HttpCode(200)
  @Rules({ access: 'provider', kind: 'changes', raw: true })
  async vtpass(@Param('secret') secret: string, @Body() body: unknown): Promise<object> {
    if (!timingSafeEqual(digest(secret), this.secretDigest)) throw new RuleBroken('NOT_FOUND');
    await this.hints.unsigned(bytes(body));
    return { response: 'success' };
  }
}

const bytes = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Of one length whatever the text, so that comparing takes one time. */
const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
