import { Readable } from 'node:stream';
import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { CONFIG } from '../../../../infra/config/settings.js';
import { type CsvColumn, csvOf } from '../../../../infra/csv/csv.js';
import { type LimitRule, LIMITS, type Limits } from '../../../../infra/limits/limits.js';
import { ReadChargebacks } from '../../../../read-models/chargebacks/chargebacks.query.js';
import type { ChargebackRow } from '../../../../read-models/chargebacks/chargebacks.view.js';
import { type FoundFunding, ReadAllFundings } from '../../../../read-models/funding/funding.query.js';
import {
  type FoundTransaction,
  ReadAllTransactions,
} from '../../../../read-models/history/all-transactions.query.js';
import type { ListPart, ListPosition } from '../../../../read-models/list-page.js';
import type { Administrator } from '../../../administrators/administrators.js';
import {
  ADMIN_EXPORT_PATH,
  type AdminExport,
  EXPORT_TOTAL_HEADER,
  ExportFile,
  ExportQuery,
} from '../../../contracts/admin/admin-histories.contract.js';
import { RuleBroken } from '../../../contracts/errors.js';
import { lagosIso } from '../../../contracts/fields/lagos-day.js';
import { shownText } from '../../../contracts/fields/plain-text.js';
import { nairaFromKobo } from '../../../contracts/money.js';
import { HOUSE_USER_ID } from '../../../ledger/streams.js';
import type { ProductDescriptor } from '../../../products/product.js';
import { PRODUCTS } from '../../../products/products.js';
import { consumeLimit } from '../../../rate-limits/consume-limit.js';
import { CustomersShown, maySeePeople } from '../../shown/customers-shown.js';
import { AdministratorOf } from '../../guards/caller.js';
import { Rules, StoresView } from '../../guards/route-rules.js';
import { ZodPipe } from '../../pipes/zod.pipe.js';
import { WrittenPositions } from '../../written-positions.js';
import { seesWhose } from './money-desk.controller.js';

type Asked = z.output<typeof ExportQuery>;
type Part = Pick<ListPart<unknown>, 'total' | 'totalCapped' | 'next'> & { readonly text: string };
type PartOf = (after: ListPosition | undefined) => Promise<Part>;
type Find<Row> = (after: ListPosition | undefined) => Promise<ListPart<Row>>;
type Columns<Row> = readonly CsvColumn<Row & { readonly customer: string }>[];

/** Each export reads a whole list. */
const AT_ONCE_MAX = 2;
const AGAIN_AFTER_S = 30;
const WINDOW_MS = 60_000;

const shownColumn = <Row>([header, cell]: CsvColumn<Row>): CsvColumn<Row> => [
  header,
  (row) => {
    const value = cell(row);
    return typeof value === 'string' ? shownText(value) : value;
  },
];

@Controller()
export class ExportController {
  private readonly running = new Map<string, number>();
  private readonly rule: LimitRule;

  constructor(
    private readonly queries: QueryBus,
    private readonly written: WrittenPositions,
    private readonly shown: CustomersShown,
    @Inject(LIMITS) private readonly limits: Pick<Limits, 'take'>,
    @Inject(CONFIG) settings: { readonly RATE_LIMIT_EXPORTS: number },
  ) {
    this.rule = { max: settings.RATE_LIMIT_EXPORTS, windowMs: WINDOW_MS };
  }

  @Get(`${ADMIN_EXPORT_PATH}:file`)
  @Rules({ access: 'auditor', kind: 'reads' })
  @StoresView()
  async export(
    @AdministratorOf() administrator: Administrator,
    @Param(new ZodPipe(ExportFile)) { file: list }: z.output<typeof ExportFile>,
    @Query(new ZodPipe(ExportQuery)) asked: Asked,
    @Req() { method }: Pick<FastifyRequest, 'method'>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { userId } = administrator;
    await this.written.projected(userId);
    // Administrators with the permission `finance` may see which customers have chargebacks.
    const unmasked = list === 'chargebacks' ? seesWhose(administrator) : maySeePeople(administrator);
    const partOf = await this.partsOf(list, asked, unmasked);
    const release = this.take(userId);
    try {
      if (method !== 'HEAD')
        await consumeLimit(this.limits, `export:${userId}`, this.rule, 'RATE_LIMITED', 'export');
      // Read the first part before sending headers, because an error after the headers can no longer become an
      // error answer.
      const first = await partOf(undefined);
      const head = reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${list}.csv"`)
        .header('cache-control', 'no-store')
        .header(EXPORT_TOTAL_HEADER, `${first.total}${first.totalCapped ? '+' : ''}`);
      if (method === 'HEAD') {
        release();
        return void head.send();
      }
      void head.send(Readable.from(textOf(first, partOf), { objectMode: false }).once('close', release));
    } catch (error) {
      release();
      throw error;
    }
  }

  private async partsOf(list: AdminExport, asked: Asked, unmasked: boolean): Promise<PartOf> {
    const { from, to, service, status, bought_by, standing } = asked;
    const text = asked.search?.trim();
    const ofPurchases = list !== 'chargebacks' && list !== 'fundings';
    const of = bought_by && ofPurchases ? { userId: HOUSE_USER_ID } : {};
    const search = await this.shown.searched(text === '' ? undefined : text, unmasked, of);
    const question = { from, to, ...search };
    if (list === 'chargebacks') {
      const wanted = { ...question, standing: standing ?? undefined };
      const find: Find<ChargebackRow> = (after) => this.queries.execute(new ReadChargebacks(wanted, after));
      return this.reads(find, CHARGEBACKS, (row) => row.user_id, unmasked);
    }
    if (list === 'fundings') {
      const find: Find<FoundFunding> = (after) => this.queries.execute(new ReadAllFundings(question, after));
      return this.reads(find, FUNDINGS, (row) => row.user, unmasked);
    }
    const product = OF_ONE_PRODUCT.get(list);
    const kinds = { service: product?.service ?? service ?? undefined, status: status ?? undefined };
    const orIn = { ...question.orIn, vendor: this.shown.vendorsNamed(question.search) };
    const whole = { ...question, orIn, ...kinds, unmasked };
    const find: Find<FoundTransaction> = (after) =>
      this.queries.execute(new ReadAllTransactions(whole, after));
    return this.reads(find, this.columnsOf(product?.adminFile), (row) => row.user_id, unmasked);
  }

  private reads<Row>(
    find: Find<Row>,
    columns: Columns<Row>,
    userOf: (row: Row) => string,
    unmasked: boolean,
  ): PartOf {
    return async (after) => {
      const { rows, ...part } = await find(after);
      const emails = await this.shown.emailsOf(rows.map(userOf), unmasked);
      const named = rows.map((row) => ({ ...row, customer: emails.get(userOf(row)) ?? '' }));
      return { ...part, text: csvOf(columns.map(shownColumn), named, after === undefined) };
    };
  }

  private columnsOf(file: ProductDescriptor['adminFile']): Columns<FoundTransaction> {
    const amount: Columns<FoundTransaction>[number] = ['Amount (NGN)', (row) => row.amount];
    const own: Columns<FoundTransaction> = file
      ? [...Object.entries(file.columns), amount]
      : [
          ['Service', (row) => row.service],
          ['Product', (row) => row.product],
          ['Recipient', (row) => row.phone_number],
          amount,
          ['Balance (NGN)', (row) => row.wallet_balance],
          ['Source', (row) => this.shown.vendorName(row.vendor)],
        ];
    return [
      ['Date', (row) => row.transaction_history_date],
      ['Status', (row) => row.transaction_status],
      ['Reference', (row) => row.api_transaction_reference],
      ['Customer', (row) => row.customer],
      ...own,
      ['Customer id', (row) => row.user_id],
      ['Id', (row) => row.id],
    ];
  }

  private take(userId: string): () => void {
    const taken = this.running.get(userId) ?? 0;
    if (taken >= AT_ONCE_MAX)
      throw new RuleBroken('RATE_LIMITED', { seconds: AGAIN_AFTER_S, policy: 'in-flight' });
    this.running.set(userId, taken + 1);
    return () => {
      const left = (this.running.get(userId) ?? 1) - 1;
      if (left === 0) this.running.delete(userId);
      else this.running.set(userId, left);
    };
  }
}

const SOLD: readonly Pick<ProductDescriptor, 'service' | 'adminFile'>[] = Object.values(PRODUCTS);

const OF_ONE_PRODUCT = new Map(
  SOLD.flatMap((product) => (product.adminFile ? [[product.adminFile.name, product] as const] : [])),
);

const FUNDINGS: Columns<FoundFunding> = [
  ['Date', (row) => row.funding_date],
  ['Status', (row) => row.status],
  ['Reference', (row) => row.funding_refrence],
  ['Customer', (row) => row.customer],
  ['Source', (row) => row.funding_source],
  ['Amount (NGN)', (row) => row.amount_funded],
  ['Before (NGN)', (row) => row.wallet_before_funding],
  ['After (NGN)', (row) => row.wallet_after_funding],
  ['Customer id', (row) => row.user],
  ['Id', (row) => row.id],
];

const CHARGEBACKS: Columns<ChargebackRow> = [
  ['Date', (row) => lagosIso(row.at)],
  ['State', (row) => (row.standing === 'won' ? 'Won' : 'Charged back')],
  ['Dispute', (row) => row.dispute],
  ['Reference', (row) => row.reference],
  ['Customer', (row) => row.customer],
  ['Amount (NGN)', (row) => nairaFromKobo(row.amount)],
  ['From wallet (NGN)', (row) => nairaFromKobo(row.debited)],
  ['Loss (NGN)', (row) => nairaFromKobo(row.loss)],
  ['Fee (NGN)', (row) => nairaFromKobo(row.fee)],
  ['Reason', (row) => row.reason],
  ['Evidence', (row) => row.evidence],
  ['Customer id', (row) => row.user_id],
  ['Id', (row) => row.chargeback_id],
];

async function* textOf(first: Part, partOf: PartOf): AsyncGenerator<Buffer> {
  yield Buffer.from(first.text);
  for (let { next } = first; next !== undefined;) {
    const part = await partOf(next);
    if (part.text !== '') yield Buffer.from(part.text);
    next = part.next;
  }
}
