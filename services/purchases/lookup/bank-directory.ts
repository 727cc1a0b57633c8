import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { boundedCache } from '../../../infra/limits/bounded-cache.js';
import { nowMs } from '../../../infra/host/clock.js';
import { LookupLimiter } from '../../rate-limits/lookup-limiter.js';
import { RuleBroken } from '../../contracts/errors.js';
import {
  ProviderUnavailable,
  BANK_LOOKUPS,
  type Bank,
  type BankLookups,
} from '../../vendors/payment-provider.js';

export interface AccountHolder {
  readonly name: string;
  readonly bankName: string;
}

const HOUR_MS = 3_600_000;
const BANKS_FRESH_MS = 24 * HOUR_MS;
const NAME_FRESH_MS = 15 * 60_000;
const NAMES_MAX = 20_000;

@Injectable()
export class BankDirectory implements OnApplicationShutdown {
  private known: { readonly banks: readonly Bank[]; readonly at: number } | undefined;
  private readonly names = boundedCache<string, string>(NAMES_MAX, { ttl: NAME_FRESH_MS });

  constructor(
    @Inject(BANK_LOOKUPS) private readonly lookups: BankLookups,
    private readonly limiter: LookupLimiter,
  ) {}

  /**
   * Asks the vendor once a day. When the vendor does not answer, returns the banks of an earlier day.
   * @throws RuleBroken LOOKUP_UNAVAILABLE
   */
  async banks(now = nowMs()): Promise<readonly Bank[]> {
    if (this.known && Math.abs(now - this.known.at) < BANKS_FRESH_MS) return this.known.banks;
    try {
      this.known = { banks: await this.lookups.banks(), at: now };
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      if (!this.known) throw new RuleBroken('LOOKUP_UNAVAILABLE', { provider: 'The list of banks' });
    }
    return this.known.banks;
  }

  /** @throws RuleBroken CUSTOMER_NOT_FOUND, LOOKUP_UNAVAILABLE, RATE_LIMITED, VALIDATION_FAILED */
  async holder(userId: string, bankCode: string, accountNumber: string): Promise<AccountHolder> {
    const bank = (await this.banks()).find(({ code }) => code === bankCode);
    if (!bank) throw new RuleBroken('CUSTOMER_NOT_FOUND', { thing: 'bank', field: 'bankCode' });
    const key = `${userId}/${bankCode}/${accountNumber}`;
    const known = this.names.get(key);
    const name = known ?? (await this.ask(userId, bank, accountNumber));
    if (known === undefined) this.names.set(key, name);
    return { name, bankName: bank.name };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.lookups.close();
  }

  private async ask(userId: string, bank: Bank, accountNumber: string): Promise<string> {
    await this.limiter.consume(userId);
    try {
      const name = await this.lookups.accountName(bank.code, accountNumber);
      if (name !== undefined) return name;
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      throw new RuleBroken('LOOKUP_UNAVAILABLE', { provider: bank.name });
    }
    throw new RuleBroken('CUSTOMER_NOT_FOUND', { thing: 'account', field: 'account_number' });
  }
}
