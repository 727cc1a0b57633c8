import { hash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import { RuleBroken } from '../../contracts/errors.js';
import { parseDisbursementWebhook } from '../../vendors/monnify/webhooks.js';
import type { VendorSettings } from '../../vendors/vendor.settings.js';
import { parseUnsignedWebhook } from '../../vendors/vendors.js';
import { RequestRequery } from './request-requery.js';

/** The content of a webhook is not trusted, so a webhook only causes a query. */
@Injectable()
export class VendorHints {
  private readonly secretDigest: Buffer;

  constructor(
    private readonly requery: RequestRequery,
    @Inject(CONFIG) settings: Pick<VendorSettings, 'VTPASS_WEBHOOK_SECRET'>,
  ) {
    this.secretDigest = digest(settings.VTPASS_WEBHOOK_SECRET);
  }

  /**
   * The path contains a secret.
   * @throws RuleBroken(NOT_FOUND) when the secret is wrong
   */
  async unsigned(secret: string, body: Buffer): Promise<void> {
    if (!timingSafeEqual(digest(secret), this.secretDigest)) throw new RuleBroken('NOT_FOUND');
    const hint = parseUnsignedWebhook(new TextDecoder().decode(body));
    if (hint) await this.requery.byVendorReference(hint.vendorReference);
  }

  /** The caller must have checked the signature of the webhook. */
  async ofTransfer(body: Buffer): Promise<void> {
    const hint = parseDisbursementWebhook(new TextDecoder().decode(body));
    if (hint) await this.requery.byVendorReference(hint.vendorReference);
  }
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
