import { Readable } from 'node:stream';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ReadChargebacks } from '../../../../read-models/chargebacks/chargebacks.query.js';
import { ReadAllFundings } from '../../../../read-models/funding/funding.query.js';
import { ReadAllTransactions } from '../../../../read-models/history/all-transactions.query.js';
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
import { nairaFromKobo } from '../../../contracts/money.js';
import type { Service } from '../../../contracts/services.js';
import { HOUSE_USER_ID } from '../../../ledger/streams.js';
import type { ProductDescriptor } from '../../../products/product.js';
import { PRODUCTS } from '../../../products/products.js';
import { CustomersShown, maySeePeople } from '../../shown/customers-shown.js';
import { AdministratorOf } from '../../guards/caller.js';
import { Rules } from '../../guards/route-rules.js';
import { ZodPipe } from '../../pipes/zod.pipe.js';
import { WrittenPositions } from '../../written-positions.js';
import { seesWhose } from './money-desk.controller.js';

type Asked = z.output<typeof ExportQuery>;
/** Numbers are naira. */
type Row = Readonly<Record<string, string | number>>;
type Part = Pick<ListPart<Row>, 'rows' | 'total' | 'totalCapped' | 'next'>;
type PartOf = (after: ListPosition | undefined) => Promise<Part>;

/** Limit per administrator, as each file reads a whole list. */
const AT_ONCE_MAX = 2;
const AGAIN_AFTER_S = 30;

/** CSV files, read part by part as the client takes them. */
@Controller()
export class ExportController {
  private readonly running = new Map<string, number>();

  constructor(
    private readonly queries: QueryBus,
    private readonly written: WrittenPositions,
    private readonly shown: CustomersShown,
  ) {}

  @Get(`${ADMIN_EXPORT_PATH}:file`)
  @Rules({ access: 'auditor', kind: 'reads' })
  async export(
    @AdministratorOf() administrator: Administrator,
    @Param(new ZodPipe(ExportFile)) { file: list }: z.output<typeof ExportFile>,
    @Query(new ZodPipe(ExportQuery)) asked: Asked,
    @Req() { method }: Pick<FastifyRequest, 'method'>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { userId } = administrator;
    await this.written.projected(userId);
    // Administrators with `finance` also see the customers of chargebacks.
    const unmasked = list === 'chargebacks' ? seesWhose(administrator) : maySeePeople(administrator);
    const partOf = await this.partsOf(list, asked, unmasked);
    const release = this.take(userId);
    try {
      // Read the first part before sending: its errors can still be answered.
      const first = await partOf(undefined);
      const head = reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${list}.csv"`)
        .header('cache-control', 'no-store')
        .header(EXPORT_TOTAL_HEADER, `${first.total}${first.totalCapped ? '+' : ''}`);
      // A `HEAD` would read the whole list and discard it.
      if (method === 'HEAD') {
        release();
        return void head.send();
      }
      void head.send(
        Readable.from(textOf(list, first, partOf), { objectMode: false }).once('close', release),
      );
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
      return (after) => this.chargebacks(new ReadChargebacks(wanted, after), unmasked);
    }
    if (list === 'fundings') return (after) => this.fundings(new ReadAllFundings(question, after), unmasked);
    const kinds = {
      service: OF_ONE_PRODUCT.get(list)?.service ?? service ?? undefined,
      status: status ?? undefined,
    };
    const orIn = { ...question.orIn, vendor: this.shown.vendorsNamed(question.search) };
    const whole = { ...question, orIn, ...kinds, unmasked };
    return (after) => this.transactions(list, new ReadAllTransactions(whole, after), unmasked);
  }

  private async transactions(
    list: AdminExport,
    query: ReadAllTransactions,
    unmasked: boolean,
  ): Promise<Part> {
    const part = await this.queries.execute(query);
    const emails = await this.shown.emailsOf(
      part.rows.map((row) => row.user_id),
      unmasked,
    );
    const own = OF_ONE_PRODUCT.get(list)?.adminFile?.columns;
    const rows = part.rows.map((row): Row => {
      const common = {
        Date: row.transaction_history_date,
        Status: row.transaction_status,
        Reference: row.api_transaction_reference,
        Customer: emails.get(row.user_id) ?? '',
      };
      const end = { 'Customer id': row.user_id, Id: row.id };
      if (own)
        return {
          ...common,
          ...Object.fromEntries(Object.entries(own).map(([column, textOf]) => [column, textOf(row)])),
          'Amount (NGN)': row.amount,
          ...end,
        };
      return {
        ...common,
        Service: row.service,
        Product: row.product,
        Recipient: row.phone_number,
        'Amount (NGN)': row.amount,
        'Balance (NGN)': row.wallet_balance,
        Source: this.shown.vendorName(row.vendor),
        ...end,
      };
    });
    return { ...part, rows };
  }

  private async fundings(query: ReadAllFundings, unmasked: boolean): Promise<Part> {
    const part = await this.queries.execute(query);
    const emails = await this.shown.emailsOf(
      part.rows.map(({ user }) => user),
      unmasked,
    );
    const rows = part.rows.map((row): Row => ({
      Date: row.funding_date,
      Status: row.status,
      Reference: row.funding_refrence,
      Customer: emails.get(row.user) ?? '',
      Source: row.funding_source,
      'Amount (NGN)': row.amount_funded,
      'Before (NGN)': row.wallet_before_funding,
      'After (NGN)': row.wallet_after_funding,
      'Customer id': row.user,
      Id: row.id,
    }));
    return { ...part, rows };
  }

  private async chargebacks(query: ReadChargebacks, unmasked: boolean): Promise<Part> {
    const part = await this.queries.execute(query);
    const emails = await this.shown.emailsOf(
      part.rows.map((row) => row.user_id),
      unmasked,
    );
    const rows = part.rows.map((row): Row => ({
      Date: lagosIso(row.at),
      State: row.standing === 'won' ? 'Won' : 'Charged back',
      Dispute: row.dispute,
      Reference: row.reference,
      Customer: emails.get(row.user_id) ?? '',
      'Amount (NGN)': nairaFromKobo(row.amount),
      'From wallet (NGN)': nairaFromKobo(row.debited),
      'Loss (NGN)': nairaFromKobo(row.loss),
      'Fee (NGN)': nairaFromKobo(row.fee),
      Reason: row.reason,
      Evidence: row.evidence,
      'Customer id': row.user_id,
      Id: row.chargeback_id,
    }));
    return { ...part, rows };
  }

  /** @returns function that releases the slot @throws RuleBroken RATE_LIMITED */
  private take(userId: string): () => void {
    const taken = this.running.get(userId) ?? 0;
    if (taken >= AT_ONCE_MAX) throw new RuleBroken('RATE_LIMITED', { seconds: AGAIN_AFTER_S });
    this.running.set(userId, taken + 1);
    return () => {
      const left = (this.running.get(userId) ?? 1) - 1;
      if (left === 0) this.running.delete(userId);
      else this.running.set(userId, left);
    };
  }
}

const SOLD: readonly Pick<ProductDescriptor, 'service' | 'adminFile'>[] = Object.values(PRODUCTS);

/** Products with a file of their own purchases. */
const OF_ONE_PRODUCT = new Map(
  SOLD.flatMap((product) => (product.adminFile ? [[product.adminFile.name, product] as const] : [])),
);

type ProductFile = Extract<(typeof PRODUCTS)[Service], { adminFile: object }>['adminFile']['name'];

const columnsOfProduct = ({ columns }: NonNullable<ProductDescriptor['adminFile']>): readonly string[] => [
  'Date',
  'Status',
  'Reference',
  'Customer',
  ...Object.keys(columns),
  'Amount (NGN)',
  'Customer id',
  'Id',
];

const COLUMNS: Readonly<Record<AdminExport, readonly string[]>> = {
  transactions: [
    'Date',
    'Status',
    'Reference',
    'Customer',
    'Service',
    'Product',
    'Recipient',
    'Amount (NGN)',
    'Balance (NGN)',
    'Source',
    'Customer id',
    'Id',
  ],
  fundings: [
    'Date',
    'Status',
    'Reference',
    'Customer',
    'Source',
    'Amount (NGN)',
    'Before (NGN)',
    'After (NGN)',
    'Customer id',
    'Id',
  ],
  chargebacks: [
    'Date',
    'State',
    'Dispute',
    'Reference',
    'Customer',
    'Amount (NGN)',
    'From wallet (NGN)',
    'Loss (NGN)',
    'Fee (NGN)',
    'Reason',
    'Evidence',
    'Customer id',
    'Id',
  ],
  ...(Object.fromEntries(
    SOLD.flatMap(({ adminFile }) => (adminFile ? [[adminFile.name, columnsOfProduct(adminFile)]] : [])),
  ) as Record<ProductFile, readonly string[]>),
};

/** `escape_formulas` protects spreadsheets; negative amounts stay numbers. */
const linesOf = (list: AdminExport, rows: readonly Row[], header: boolean): string =>
  stringify([...rows], {
    header,
    columns: [...COLUMNS[list]],
    escape_formulas: true,
    cast: { number: (naira) => naira.toFixed(2) },
    bom: header,
    record_delimiter: 'windows',
  });

async function* textOf(list: AdminExport, first: Part, partOf: PartOf): AsyncGenerator<Buffer> {
  yield Buffer.from(linesOf(list, first.rows, true));
  for (let next = first.next; next !== undefined;) {
    const part = await partOf(next);
    if (part.rows.length > 0) yield Buffer.from(linesOf(list, part.rows, false));
    next = part.next;
  }
}
