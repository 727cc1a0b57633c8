import { Body, Controller, Headers, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { Rules } from '../guards/route-rules.js';
import { FUNDING } from '../../funding/funding.service.js';
import type { FundingService } from '../../funding/funding.service.js';
import { MONNIFY_SIGNATURE_HEADER } from '../../vendors/monnify/webhooks.js';
import { PAYSTACK_SIGNATURE_HEADER } from '../../vendors/paystack/read-webhook.js';
import { VendorHints } from '../../purchases/attempt/vendor-hints.js';

/**
 * Stores each webhook and confirms it at once. The content is not trusted: later, the server asks the provider
 * itself.
 */
@Controller('/webhooks')
export class WebhooksController {
  constructor(
    @Inject(FUNDING) private readonly funding: FundingService,
    private readonly hints: VendorHints,
  ) {}

  @Post('/monnify')
  @HttpCode(200)
  @Rules({ access: 'provider', kind: 'changes', raw: true })
  async monnify(
    @Body() body: unknown,
    @Headers(MONNIFY_SIGNATURE_HEADER) signature: string | undefined,
  ): Promise<object> {
    const rawBody = bytes(body);
    await this.funding.receiveWebhook('monnify', rawBody, signature);
    await this.hints.ofTransfer(rawBody);
    return { status: true, message: 'received' };
  }

  @Post('/paystack')
  @HttpCode(200)
  @Rules({ access: 'provider', kind: 'changes', raw: true })
  async paystack(
    @Body() body: unknown,
    @Headers(PAYSTACK_SIGNATURE_HEADER) signature: string | undefined,
  ): Promise<object> {
    await this.funding.receiveWebhook('paystack', bytes(body), signature);
    return { status: true, message: 'received' };
  }

  /**
   * Receives webhooks of vendors that do not sign webhooks. `:secret` in the address proves the
   * sender. VTpass requires the answer `{ response: 'success' }`.
   */
  @Post('/vtpass/:secret')
  @HttpCode(200)
  @Rules({ access: 'provider', kind: 'changes', raw: true })
  async vtpass(@Param('secret') secret: string, @Body() body: unknown): Promise<object> {
    await this.hints.unsigned(secret, bytes(body));
    return { response: 'success' };
  }
}

const bytes = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));
