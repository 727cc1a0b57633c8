import { hash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import { RuleBroken } from '../../contracts/errors.js';
import { parseDisbursementWebhook } from '../../vendors/monnify/webhooks.js';
import type { VendorSettings } from '../../vendors/vendor.settings.js';
import { parseUnsignedWebhook } from '../../vendors/vendors.js';
import { RequestRequery } from './request-requery.js';

/** What vendors tell unasked makes us ask them; what it says is not believed. */
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
   * From vendors that sign nothing. All of them tell one address, which is the secret.
   * @param secret what of the address was shown @throws RuleBroken(NOT_FOUND) when it is another
   */
  async unsigned(secret: string, body: Buffer): Promise<void> {
    if (!timingSafeEqual(digest(secret), this.secretDigest)) throw new RuleBroken('NOT_FOUND');
    const hint = parseUnsignedWebhook(body.toString('utf8'));
    if (hint) await this.requery.byVendorReference(hint.vendorReference);
  }

  /** News of a bank transfer come with those of payments, signed alike. Called after the signature was checked. */
  async ofTransfer(body: Buffer): Promise<void> {
    const hint = parseDisbursementWebhook(body.toString('utf8'));
    if (hint) await this.requery.byVendorReference(hint.vendorReference);
  }
}

/** Of one length whatever the text, so that comparing takes one time. */
const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
