import { useServiceTransactionsQuery, type ServiceList } from '../../api/transactions.api.js';
import { HistoryView } from './history-view.js';
import { transactionHistory } from './transaction-history.js';
import { useHistoryFilters } from './use-history-filters.js';

const buy = (to: string, label: string) => ({ to, label });

const KINDS = {
  airtimeTransactions: transactionHistory({
    title: 'Airtime history',
    lead: 'Every recharge, newest first.',
    buy: buy('/airtime', 'Buy airtime'),
  }),
  dataTransactions: transactionHistory({
    title: 'Data history',
    lead: 'Every data plan, newest first.',
    buy: buy('/buydata', 'Buy data'),
  }),
  cableTransactions: transactionHistory({
    title: 'Cable history',
    lead: 'Every bouquet you paid for, newest first.',
    recipient: 'IUC number',
    buy: buy('/cable', 'Pay for cable'),
  }),
  electricityTransactions: transactionHistory({
    title: 'Electricity history',
    lead: 'Every bill and token, newest first.',
    recipient: 'Meter',
    artefact: 'Token',
    buy: buy('/electricity', 'Pay for electricity'),
  }),
  examTransactions: transactionHistory({
    title: 'Exam pins history',
    lead: 'Every pin you bought, newest first.',
    artefact: 'Pin',
    buy: buy('/exams', 'Buy an exam pin'),
  }),
} as const satisfies Record<ServiceList, unknown>;

/** What was bought of one service. */
export default function ServiceHistoryPage({ list }: { readonly list: ServiceList }) {
  const filters = useHistoryFilters();
  const query = useServiceTransactionsQuery({ ...filters.request, list });
  return <HistoryView kind={KINDS[list]} filters={filters} query={query} offers={{ status: true }} />;
}
