import { Injectable } from '@nestjs/common';
import { RequestRequery } from './request-requery.js';
import { parseDisbursementWebhook } from '../../vendors/monnify/webhooks.js';
import { parseUnsignedWebhook } from '../../vendors/vendors.js';

/** What vendors tell unasked makes us ask them; what it says is not believed. */
@Injectable()
export class VendorHints {
  constructor(private readonly requery: RequestRequery) {}

  /** From vendors that sign nothing. All of them tell one address. */
  async unsigned(body: Buffer): Promise<void> {
    const hint = parseUnsignedWebhook(body.toString('utf8'));
    if (hint) await this.requery.byVendorReference(hint.vendorReference);
  }

  /** News of a bank transfer come with those of payments, signed alike. Called after the signature was checked. */
  async ofTransfer(body: Buffer): Promise<void> {
    const hint = parseDisbursementWebhook(body.toString('utf8'));
    if (hint) await this.requery.byVendorReference(hint.vendorReference);
  }
}
