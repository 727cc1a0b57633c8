import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { KEY_VAULT, type KeyVault } from '../../infra/crypto/key-vault.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import { inTime } from '../../infra/host/timers.js';
import { CONFIG } from '../../infra/config/settings.js';
import type { DocumentSettings } from './document.settings.js';
import { LIMITS, type Limits } from '../../infra/limits/limits.js';
import { consumeLimit } from '../rate-limits/consume-limit.js';
import { nameOf, type User } from '../customers/user.state.js';
import { Brands } from '../brand/brands.js';
import { Logos } from '../brand/logo/logos.js';
import { Proofs } from '../audit/proofs/proofs.js';
import type { ReceiptProof } from '../contracts/proofs/receipt-proof.js';
import type { StatementFormat, TransactionDetails } from '../contracts/history.contract.js';
import { VERIFY_RECEIPT_PATH } from '../contracts/history.contract.js';
import type { Drawing } from './document.thread.js';
import type { Letterhead } from './pdf-page.js';
import type { SealedReceipt } from './receipt-pdf.js';
import { FairQueue } from './fair-queue.js';
import { statementOf } from './statement.js';

export interface StatementOrder {
  readonly user: Pick<User, 'userId' | 'firstName' | 'lastName'>;
  readonly format: StatementFormat;
  /** First and last Lagos day of the statement, yyyy-MM-dd. */
  readonly days: { readonly from: string; readonly to: string };
  /** Start (inclusive) and end (exclusive) of `days`, ISO 8601 in UTC. */
  readonly range: { readonly from: string; readonly to: string };
}

const WINDOW_MS = 15 * 60_000;

/** A long statement never delays a purchase. The thread starts with the first document. */
export const drawingThread = (): Piscina<Drawing, Uint8Array> =>
  new Piscina({
    filename: new URL('./document.thread.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Infinity,
  });

/**
 * Each kind of document has a thread and a {@link FairQueue} of its own, because a statement may have ten
 * thousand lines and would delay receipts.
 */
@Injectable()
export class Documents implements OnApplicationShutdown {
  protected readonly proofWithinMs: number = 5_000;
  private readonly receiptThread = drawingThread();
  private readonly statementThread = drawingThread();
  private readonly receipts = new FairQueue({ atOnce: 4, perPerson: 20, inAll: 500 });
  private readonly statements = new FairQueue({ atOnce: 1, perPerson: 3, inAll: 100 });

  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(KEY_VAULT) private readonly vault: KeyVault,
    @Inject(LIMITS) private readonly limits: Limits,
    @Inject(CONFIG)
    private readonly settings: Pick<DocumentSettings, 'RATE_LIMIT_STATEMENTS'> & {
      readonly PUBLIC_URL?: string | undefined;
    },
    private readonly proofs: Proofs,
    private readonly brands: Brands,
    private readonly logos: Logos,
  ) {}

  /** @throws RuleBroken RATE_LIMITED */
  receipt(userId: string, transaction: TransactionDetails, purchaseId: string | undefined): Promise<Buffer> {
    return this.receipts.run(userId, async () => {
      const sealed = await this.sealedAs(userId, purchaseId);
      const letterhead = await this.letterhead();
      const drawing: Drawing = { kind: 'receipt', transaction, ...letterhead, ...(sealed && { sealed }) };
      return Buffer.from(await this.receiptThread.run(drawing));
    });
  }

  /**
   * Returns undefined until a seal covers the purchase.
   * @throws RuleBroken RATE_LIMITED
   */
  proof(userId: string, purchaseId: string): Promise<ReceiptProof | undefined> {
    return this.receipts.run(userId, () => this.proofs.ofPurchase(userId, purchaseId));
  }

  /** When the proof fails or takes longer than `proofWithinMs`, the receipt has none. */
  private async sealedAs(userId: string, purchaseId: string | undefined): Promise<SealedReceipt | undefined> {
    if (purchaseId === undefined) return undefined;
    const late = (): Error => new Error('the proof is not made yet');
    const proof = await inTime(this.proofs.ofPurchase(userId, purchaseId), this.proofWithinMs, late).catch(
      () => undefined,
    );
    const { PUBLIC_URL = '' } = this.settings;
    return proof && { proof, checkAt: `${PUBLIC_URL.replace(/\/$/, '')}${VERIFY_RECEIPT_PATH}` };
  }

  /** @throws RuleBroken STATEMENT_TOO_LONG, RATE_LIMITED */
  async statement(order: StatementOrder): Promise<Buffer> {
    const { userId } = order.user;
    const rule = { max: this.settings.RATE_LIMIT_STATEMENTS, windowMs: WINDOW_MS };
    await consumeLimit(this.limits, `statement:${userId}`, rule, 'RATE_LIMITED', 'export');
    return this.statements.run(userId, () => this.make(order));
  }

  private async letterhead(): Promise<Letterhead> {
    const [brand, logo] = await Promise.all([this.brands.current(), this.logos.current()]);
    return { brand, ...(logo && { logo }) };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.receiptThread.destroy(), this.statementThread.destroy()]);
  }

  private async make({ user, format, days, range }: StatementOrder): Promise<Buffer> {
    const { eventStore, vault } = this;
    const statement = await statementOf({ eventStore, vault, userId: user.userId, ...range });
    const name = nameOf(user);
    const drawing: Drawing =
      format === 'csv'
        ? { kind: 'csv', statement }
        : { kind: 'statement', statement, head: { name, ...days }, ...(await this.letterhead()) };
    return Buffer.from(await this.statementThread.run(drawing));
  }
}
