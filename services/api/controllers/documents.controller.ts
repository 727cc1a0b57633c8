import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { transactionByReference } from '../../../read-models/history/history.query.js';
import { lagosDays } from '../../../read-models/lagos-time.js';
import { RuleBroken } from '../../contracts/errors.js';
import { RECEIPT_PATH, STATEMENT_PATH } from '../../contracts/history.calls.js';
import { ReceiptFile, StatementFile, StatementQuery } from '../../contracts/history.shapes.js';
import { Rules } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { checkedInput } from '../checked-input.js';
import { WrittenPositions } from '../written-positions.js';

const MEDIA_TYPES = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const;

/** Papers to keep or to share, as files. */
@Controller()
export class DocumentsController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'readStore' | 'documents' | 'users'>,
    private readonly written: WrittenPositions,
  ) {}

  @Get(`${RECEIPT_PATH}:file`)
  @Rules({ access: 'user', kind: 'reads' })
  async receipt(
    @CallerOf() { userId }: Caller,
    @Param() params: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { file: reference } = checkedInput(ReceiptFile, params);
    await this.written.projected(userId);
    const { readStore, documents } = this.deps;
    const transaction = await transactionByReference({ readStore, userId, reference });
    if (!transaction) throw new RuleBroken('TRANSACTION_NOT_FOUND');
    const bytes = await documents.receipt(transaction);
    sendFile(reply, `receipt-${transaction.api_transaction_reference}.pdf`, MEDIA_TYPES.pdf, bytes);
  }

  @Get(`${STATEMENT_PATH}:file`)
  @Rules({ access: 'user', kind: 'reads' })
  async statement(
    @CallerOf() { userId }: Caller,
    @Param() params: unknown,
    @Query() query: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { file: format } = checkedInput(StatementFile, params);
    const { from, to } = checkedInput(StatementQuery, query);
    const user = await this.deps.users.byId(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    const range = lagosDays(from, to) as { from: string; to: string };
    const bytes = await this.deps.documents.statement({ user, format, days: { from, to }, range });
    sendFile(reply, `statement-${from}-to-${to}.${format}`, MEDIA_TYPES[format], bytes);
  }
}

function sendFile(reply: FastifyReply, name: string, type: string, bytes: Buffer): void {
  void reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(bytes);
}
