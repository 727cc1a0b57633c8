import { mkdirSync } from 'node:fs';
import { openMongoReadStore, openMongoWriter } from '../../infra/read-store/mongo/open-mongo-read-store.js';
import { openSqliteReadStore } from '../../infra/read-store/sqlite/open-sqlite-read-store.js';
import { openSqliteWriter } from '../../infra/read-store/sqlite/sqlite-writer.js';
import type { Operation, View } from '../../infra/read-store/view.js';
import {
  type AllTransactionsQuestion,
  ListAllTransactions,
  ListAllTransactionsHandler,
} from '../../read-models/history/all-transactions.query.js';
import { externalTransactionsProjection } from '../../read-models/external-transactions/external-transactions.projection.js';
import { externalPage } from '../../read-models/external-transactions/external-transactions.query.js';
import { externalTransactionsView } from '../../read-models/external-transactions/external-transactions.view.js';
import { historyProjection } from '../../read-models/history/history.projection.js';
import { historyPage } from '../../read-models/history/history.query.js';
import { historyView } from '../../read-models/history/history.view.js';
import type { ListQuestion } from '../../read-models/list-page.js';
import { problemReportsView } from '../../read-models/problem-reports/problem-reports.view.js';
import {
  FindColleagues,
  FindColleaguesHandler,
  FindOwners,
  FindOwnersHandler,
  type OwnerColumn,
} from '../../read-models/users/users.query.js';
import { usersView } from '../../read-models/users/users.view.js';
import { lagosDateOf } from '../contracts/fields/lagos-day.js';
import type { Service } from '../contracts/services.js';
import {
  type Bought,
  CUSTOMERS,
  DECIDERS,
  emailOf,
  nameOf,
  PURCHASES_START_MS,
  purchaseOf,
  registrations,
} from './bought.js';
import { percentile } from '../../infra/testing/percentiles.js';

/**
 * When `BENCH_MONGODB_URL` names an empty database, measures MongoDB instead of SQLite. Usage: `node
 * search.process.js <folder> <purchases> [<part of a search's name>]`.
 */
const mongoUrl = process.env['BENCH_MONGODB_URL'];
const [folder = '', purchases = '1000000', part = ''] = process.argv.slice(2);
const PURCHASES = Number(purchases);
const PER_BATCH = 5_000;
const ASKED = 300;
const WARM_UP = 20;

let state = 20_260_311;
const random = (): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
  return state / 0x8000_0000;
};
const upTo = (most: number): number => Math.floor(random() * most);

mkdirSync(folder, { recursive: true });
const views = [historyView, externalTransactionsView, usersView, problemReportsView] as readonly View[];
const writer = mongoUrl
  ? await openMongoWriter({ url: mongoUrl, views })
  : openSqliteWriter({ dir: folder, views });
await writer.apply(usersView, 0, 1, registrations());
const started = performance.now();
for (let first = 0; first < PURCHASES; first += PER_BATCH) {
  const operations: Operation[] = [];
  const asked: Operation[] = [];
  const last = Math.min(first + PER_BATCH, PURCHASES);
  for (let number = first; number < last; number += 1) {
    const { events, reviews } = purchaseOf(number, PURCHASES);
    for (const event of events) operations.push(...historyProjection.project(event));
    for (const event of reviews) asked.push(...externalTransactionsProjection.project(event));
  }
  await writer.apply(historyView, first, last, operations);
  await writer.apply(externalTransactionsView, first, last, asked);
}
const fillSeconds = (performance.now() - started) / 1_000;
await writer.close();

const readStore = mongoUrl
  ? await openMongoReadStore({ url: mongoUrl, views, queryMsMax: 600_000 })
  : await openSqliteReadStore({ dir: folder, views });
const all = new ListAllTransactionsHandler(readStore);
const PAGE = { page: 1, pageSize: 50, unmasked: true };
const admin = (question: Partial<AllTransactionsQuestion>) => () =>
  all.execute(new ListAllTransactions({ ...PAGE, ...question }));
const any = (): Bought => purchaseOf(upTo(PURCHASES), PURCHASES);
const partOf = (text: string, shortest: number): string => {
  const length = shortest + upTo(text.length - shortest + 1);
  const from = upTo(text.length - length + 1);
  return text.slice(from, from + length);
};
const oneOf = <Item>(...items: readonly Item[]): Item => items[upTo(items.length)]!;
const someDay = (): string => lagosDateOf(PURCHASES_START_MS + upTo(360) * 86_400_000);
const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz';
const digit = (): number => upTo(10);
const letters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[upTo(LETTERS.length)]).join('');

type Ask = () => Promise<unknown>;
const owners = new FindOwnersHandler(readStore);
const colleagues = new FindColleaguesHandler(readStore);
const byOwner =
  (search: string, by: readonly OwnerColumn[], list: (question: ListQuestion) => Promise<unknown>): Ask =>
  async () =>
    list({ search, orIn: { user_id: await owners.execute(new FindOwners(search, by)) } });
const external =
  (open: boolean, question: ListQuestion = {}): Ask =>
  async () => {
    const { search } = question;
    const [people, deciders] =
      search === undefined
        ? [[], []]
        : await Promise.all([
            owners.execute(new FindOwners(search, ['email', 'name', 'api_token'])),
            colleagues.execute(new FindColleagues(search)),
          ]);
    const orIn = { user_id: people, decided_by: deciders, ...question.orIn };
    return externalPage(readStore, open, { page: 1, pageSize: 50, ...question, orIn });
  };
let failed = false;
const ofEither = (question: ListQuestion): Ask => external((failed = !failed), question);
const oneEmail = (): string => emailOf(upTo(CUSTOMERS));
const oneService = (): Service => oneOf<Service>('airtime', 'data', 'electricity', 'cable', 'exams');
const oneStatus = () => oneOf('Pending', 'Successful', 'Refunded', 'Reversed');
const narrowing = (): Partial<AllTransactionsQuestion> =>
  oneOf<() => Partial<AllTransactionsQuestion>>(
    () => ({ service: oneService() }),
    () => ({ status: oneStatus() }),
    () => ({ service: oneService(), status: oneStatus() }),
    () => ({ service: oneService(), from: someDay() }),
    () => ({ status: oneStatus(), from: someDay(), to: someDay() }),
  )();
const COMMON = ['+234', '2348', '+23480', '480', '451', '70', '+2', '+', '4', '7', 'nl', 'n'] as const;
const emails = (): string => oneOf('gmail', 'yahoo.com', 'chidi', 'okafor.', '@');
const KINDS: Readonly<Record<string, () => Ask>> = {
  'history, a customer': () => () => historyPage({ readStore, userId: any().userId, page: 1, pageSize: 50 }),
  'history, newest': () => admin({ page: 1 + upTo(20) }),
  'history, last page': () => admin({ page: 200 }),
  'history, days': () => admin({ from: someDay(), to: undefined, page: 1 + upTo(3) }),
  'history, a service': () => admin({ service: oneOf<Service>('airtime', 'data', 'electricity', 'exams') }),
  'history, a status': () => admin({ status: oneOf('Pending', 'Successful', 'Refunded', 'Reversed') }),
  'history, both': () =>
    admin({
      service: oneOf<Service>('data', 'cable', 'exams'),
      status: oneOf('Successful', 'Refunded', 'Reversed'),
    }),
  'search, reference': () => admin({ search: partOf(any().reference, 3) }),
  'search, recipient': () => admin({ search: partOf(any().recipient, 3) }),
  'search, whole reference': () => admin({ search: any().reference }),
  'search, whole recipient': () => admin({ search: any().recipient }),
  'search, in every row': () =>
    admin({ search: oneOf('+234', '2348', '+23480', '80', 'nl', '+2', '+', 'n') }),
  'search, in many': () => admin({ search: oneOf(`80${digit()}`, `480${digit()}`, `0${digit()}${digit()}`) }),
  'search, words': () =>
    admin({ search: oneOf('refunded', 'reversed', 'pending', 'success', 'airt', 'exam', 'electric', 'rev') }),
  'search, an amount': () =>
    admin({ search: oneOf(String(50 + upTo(5_000)), `₦${String(1 + upTo(5))},${upTo(9)}50.00`) }),
  'search, a vendor by name': () => admin({ search: letters(6), orIn: { vendor: [oneOf(1, 2)] } }),
  'search, part of one email': () =>
    byOwner(partOf(oneEmail(), 12), ['email'], (question) => admin(question)()),
  'search, part of many emails': () => byOwner(emails(), ['email'], (question) => admin(question)()),
  'search, nothing': () => admin({ search: letters(3 + upTo(10)) }),
  'search, two letters': () => admin({ search: oneOf(letters(2), letters(1), '07', '+3', 're', 'ai') }),
  'search, auditor': () => admin({ search: partOf(any().reference, 3), unmasked: false }),
  'search, auditor, recipient': () => admin({ search: partOf(any().recipient, 1), unmasked: false }),
  'search and days': () => admin({ search: partOf(any().reference, 3), from: someDay() }),
  'search in many and days': () =>
    admin({ search: partOf(any().recipient, 2), from: someDay(), to: someDay() }),
  'search words and days': () => admin({ search: oneOf('refunded', 'reversed', 'airt'), from: someDay() }),
  'search and a status': () => admin({ search: partOf(any().recipient, 3), status: oneStatus() }),
  'search and a service': () => admin({ search: partOf(any().recipient, 3), service: oneService() }),
  'search in every row of some services, narrowed': () => admin({ search: oneOf(...COMMON), ...narrowing() }),
  'search in many, narrowed': () =>
    admin({ search: oneOf(`80${digit()}`, `70${digit()}`, `51${digit()}`, `0${digit()}`), ...narrowing() }),
  'search, three digits, narrowed': () => admin({ search: `${digit()}${digit()}${digit()}`, ...narrowing() }),
  'search, reference, narrowed': () => admin({ search: partOf(any().reference, 3), ...narrowing() }),
  'search, an amount, narrowed': () =>
    admin({ search: oneOf('50', '100', '500', '5000', String(50 + upTo(5_000)), '₦100.00'), ...narrowing() }),
  'search, words, narrowed': () =>
    admin({ search: oneOf('refunded', 'success', 'airt', 'exam', 'electric', 'pend'), ...narrowing() }),
  'search, a vendor by name, narrowed': () =>
    admin({ search: letters(6), orIn: { vendor: oneOf([1], [2], [1, 2, 3, 4, 5, 6]) }, ...narrowing() }),
  'search, part of many emails, narrowed': () =>
    byOwner(emails(), ['email'], (question) => admin({ ...question, ...narrowing() })()),
  'search, part of one email, narrowed': () =>
    byOwner(partOf(oneEmail(), 12), ['email'], (question) => admin({ ...question, ...narrowing() })()),
  'search, one or two letters, narrowed': () =>
    admin({ search: oneOf(letters(2), letters(1), '07', '+3', 're', 'ai'), ...narrowing() }),
  'search, nothing, narrowed': () => admin({ search: letters(3 + upTo(10)), ...narrowing() }),
  'search, auditor, narrowed': () =>
    admin({ search: partOf(any().reference, 2), unmasked: false, ...narrowing() }),
  'history, failed': () => external(true, { page: 1 + upTo(20) }),
  'history, completed': () => external(false, { page: 1 + upTo(20) }),
  'history, completed, days': () => external(false, { from: someDay(), page: 1 + upTo(3) }),
  'search, external, reference': () => ofEither({ search: partOf(any().reference, 3) }),
  'search, external, an amount': () => ofEither({ search: String(50 + upTo(5_000)) }),
  'search, external, a vendor': () => ofEither({ search: letters(6), orIn: { vendor: [1 + upTo(6)] } }),
  'search, external, part of an email': () => ofEither({ search: partOf(oneEmail(), 3) }),
  'search, external, part of many emails': () => ofEither({ search: emails() }),
  'search, external, a product': () =>
    ofEither({ search: oneOf('MTN airtime', 'gotv', '1GB', 'tv max', 'prepaid', 'airtime', 'exam', 'Data') }),
  'search, external, an owner': () =>
    ofEither({ search: oneOf(partOf(nameOf(upTo(CUSTOMERS)), 3), `nl_...${letters(2)}`) }),
  'search, external, a decider': () => external(false, { search: partOf(`Decider ${upTo(DECIDERS)}`, 4) }),
  'search, external, why': () =>
    ofEither({ search: oneOf('vendor', 'answer', '044', 'switched off', 'refund') }),
  'search, external, one or two letters': () =>
    ofEither({ search: oneOf(letters(2), letters(1), 're', '1', '04') }),
  'search, external, nothing': () => ofEither({ search: `${letters(3)}~${letters(5)}` }),
  'search, external, days': () => ofEither({ search: partOf(any().reference, 3), from: someDay() }),
  'search, external, words and days': () =>
    ofEither({ search: oneOf('airtime', 'vendor', 'gmail'), from: someDay(), to: someDay() }),
};

const kinds: { name: string; p50Ms: number; p99Ms: number; processorP99Ms: number }[] = [];
for (const [name, make] of Object.entries(KINDS)) {
  if (!name.includes(part)) continue;
  for (let warm = 0; warm < WARM_UP; warm += 1) await make()();
  const times: number[] = [];
  const processor: number[] = [];
  for (let asked = 0; asked < ASKED; asked += 1) {
    const ask = make();
    const [began, used] = [performance.now(), process.cpuUsage()];
    await ask();
    times.push(performance.now() - began);
    const { user, system } = process.cpuUsage(used);
    processor.push((user + system) / 1_000);
  }
  kinds.push({
    name,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    processorP99Ms: percentile(processor, 0.99),
  });
}
await readStore.close();
process.stdout.write(JSON.stringify({ kinds, fillPerSecond: PURCHASES / fillSeconds }));
