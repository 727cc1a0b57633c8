import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { KEY_VAULT, type KeyVault } from '../../infra/crypto/key-vault.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import type { User } from '../accounts/user.state.js';
import type { StatementFormat } from '../contracts/history.calls.js';
import type { TransactionDetails } from '../contracts/transactions.js';
import { DrawingRoom } from './drawing-room.js';
import { statementCsv } from './statement-csv.js';
import { statementOf } from './statement.js';

export interface StatementOrder {
  readonly user: Pick<User, 'userId' | 'firstName' | 'lastName'>;
  readonly format: StatementFormat;
  /** Lagos days, yyyy-MM-dd, both included. */
  readonly days: { readonly from: string; readonly to: string };
  /** The same as a half-open range of moments, ISO 8601 UTC. */
  readonly range: { readonly from: string; readonly to: string };
}

/** Papers that customers take away: receipts and statements. */
@Injectable()
export class Documents implements OnModuleDestroy {
  private readonly drawingRoom = new DrawingRoom();

  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(KEY_VAULT) private readonly vault: KeyVault,
  ) {}

  /** PDF. */
  receipt(transaction: TransactionDetails): Promise<Buffer> {
    return this.drawingRoom.draw({ kind: 'receipt', transaction });
  }

  /** @throws RuleBroken STATEMENT_TOO_LONG */
  async statement({ user, format, days, range }: StatementOrder): Promise<Buffer> {
    const { eventStore, vault } = this;
    const statement = await statementOf({ eventStore, vault, userId: user.userId, ...range });
    if (format === 'csv') return statementCsv(statement);
    const head = { name: `${user.firstName} ${user.lastName}`.trim(), ...days };
    return this.drawingRoom.draw({ kind: 'statement', statement, head });
  }

  onModuleDestroy(): Promise<void> {
    return this.drawingRoom.close();
  }
}
