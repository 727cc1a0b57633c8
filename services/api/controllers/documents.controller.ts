import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { FindPurchaseId, FindTransaction } from '../../../read-models/history/history.query.js';
import {
  ProofOf,
  RECEIPT_PATH,
  RECEIPT_PROOF_PATH,
  STATEMENT_PATH,
  ReceiptFile,
  StatementFile,
  StatementQuery,
} from '../../contracts/history.contract.js';
import { WriteStatement } from '../../documents/write-statement.handler.js';
import { Rules, StoresView } from '../guards/route-rules.js';
import { Documents } from '../../documents/documents.js';
import { API_HEALTH, type ApiHealth, noTransaction } from '../api-health.js';
import { BuyerIdOf, CallerOf, type Caller } from '../guards/caller.js';
import { ZodPipe } from '../pipes/zod.pipe.js';
import { WrittenPositions } from '../written-positions.js';

const MEDIA_TYPES = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const;

const NOT_SEALED =
  'The ledger is sealed every few seconds, and this is newer than the last seal. Try again in a moment.';

@Controller()
export class DocumentsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly documents: Documents,
    @Inject(API_HEALTH) private readonly health: ApiHealth,
    private readonly written: WrittenPositions,
  ) {}

  @Get(`${RECEIPT_PATH}:file`)
  @Rules({ access: 'buyer', kind: 'reads', permission: ['finance'] })
  @StoresView()
  async receipt(
    @BuyerIdOf() userId: string,
    @Param(new ZodPipe(ReceiptFile)) { file: reference }: z.output<typeof ReceiptFile>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.written.projected(userId);
    const transaction = await this.queries.execute(new FindTransaction(userId, reference));
    if (!transaction) throw noTransaction(this.health.parked(), userId);
    const purchaseId = await this.queries.execute(new FindPurchaseId(userId, reference));
    const bytes = await this.documents.receipt(userId, transaction, purchaseId);
    sendFile(reply, `receipt-${transaction.api_transaction_reference}.pdf`, MEDIA_TYPES.pdf, bytes);
  }

  /** Answers 202 until a seal covers the latest event of the purchase. */
  @Get(`${RECEIPT_PROOF_PATH}:reference/proof`)
  @Rules({ access: 'buyer', kind: 'reads', permission: ['finance'] })
  @StoresView()
  async proof(
    @BuyerIdOf() userId: string,
    @Param(new ZodPipe(ProofOf)) { reference }: z.output<typeof ProofOf>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.written.projected(userId);
    const purchaseId = await this.queries.execute(new FindPurchaseId(userId, reference));
    if (purchaseId === undefined) throw noTransaction(this.health.parked(), userId);
    const proof = await this.documents.proof(userId, purchaseId);
    void reply.header('cache-control', 'no-store');
    const name = `proof-${reference}.json`;
    if (proof)
      void reply
        .header('content-disposition', `attachment; filename="${name}"`)
        .send({ status: true, sealed: true, proof });
    else void reply.code(202).send({ status: true, sealed: false, message: NOT_SEALED });
  }

  @Get(`${STATEMENT_PATH}:file`)
  @Rules({ access: 'user', kind: 'reads' })
  async statement(
    @CallerOf() { userId }: Caller,
    @Param(new ZodPipe(StatementFile)) { file: format }: z.output<typeof StatementFile>,
    @Query(new ZodPipe(StatementQuery)) query: z.output<typeof StatementQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { days, bytes } = await this.queries.execute(new WriteStatement(userId, format, query));
    sendFile(reply, `statement-${days.from}-to-${days.to}.${format}`, MEDIA_TYPES[format], bytes);
  }
}

function sendFile(reply: FastifyReply, name: string, type: string, bytes: Buffer): void {
  void reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(bytes);
}
