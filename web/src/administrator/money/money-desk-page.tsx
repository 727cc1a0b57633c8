import { useState } from 'react';
import { BANK_NAME_MAX } from '../../../../services/contracts/admin/money-desk-fields.js';
import { Link, useSearchParams } from 'react-router-dom';
import { call } from '../../api/call.js';
import { useMay } from '../../api/use-signed-in.js';
import { LoadError } from '../../domain/load-error.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { Tabs } from '../../ui/form/tabs.js';
import { naira } from '../../ui/format.js';
import { Card, Page } from '../../ui/layout/page.js';
import { SettlementForm, TopUpForm } from './bank-movement-forms.js';
import { ChargebackForm } from './chargeback-form.js';
import { DeskBooks } from './desk-books.js';
import { FindCustomer } from './find-customer.js';
import { DoneNotice, MoneyForm, overLimit, type Done } from './money-form.js';
import { TermsForm } from './terms-form.js';
import { KINDS, kindText, type MoneyField, plainNaira, REASON, shownNaira } from './money-words.js';
import { useMoneyDeskQuery, type Customer, type MoneyDesk } from './money.api.js';
import classes from './money.module.css';

const TABS = [
  { value: 'credit', label: 'Payment', title: 'Credit a payment' },
  { value: 'adjust', label: 'Balance', title: 'Change a balance' },
  { value: 'house', label: 'House wallet', title: 'Fund the house wallet' },
  { value: 'top-up', label: 'Top-up', title: 'Top up a vendor' },
  { value: 'settlement', label: 'Settlement', title: 'Settlement of a payment provider' },
  { value: 'chargeback', label: 'Chargeback', title: 'Record a chargeback' },
  { value: 'terms', label: 'Terms', title: 'What customers are told of funding' },
] as const;
type Tab = (typeof TABS)[number]['value'];

export default function MoneyDeskPage() {
  const [params, setParams] = useSearchParams();
  const tab: Tab = TABS.find(({ value }) => value === params.get('do'))?.value ?? 'credit';
  const { data: desk, error, refetch } = useMoneyDeskQuery();
  const mayMove = useMay('finance');
  return (
    <Page
      title="Money desk"
      lead="Every movement is an entry in the books, with your name and your reason."
      aside={<Link to="/approvals?standing=waiting">Waiting for approval</Link>}
      panes
    >
      <div className={`${classes.desk} ${classes.panes}`}>
        <Card>
          {desk ? <DeskFacts desk={desk} /> : null}
          {!desk && error ? (
            <LoadError
              error={error}
              fallback="The desk could not be loaded."
              onRetry={() => void refetch()}
            />
          ) : null}
          {!desk && !error ? <SkeletonRows rows={2} label="Loading the desk" /> : null}
        </Card>
        {desk && mayMove ? (
          <>
            <Tabs
              label="What to do"
              tabs={TABS}
              open={tab}
              onOpen={(value) => setParams({ do: value }, { replace: true })}
            />
            <Card title={TABS.find(({ value }) => value === tab)?.title ?? ''}>
              {tab === 'credit' ? <CreditForm desk={desk} /> : null}
              {tab === 'adjust' ? <AdjustForm desk={desk} /> : null}
              {tab === 'house' ? <HouseForm desk={desk} /> : null}
              {tab === 'top-up' ? <TopUpForm desk={desk} /> : null}
              {tab === 'settlement' ? <SettlementForm desk={desk} /> : null}
              {tab === 'chargeback' ? <ChargebackForm desk={desk} /> : null}
              {tab === 'terms' ? <TermsForm desk={desk} /> : null}
            </Card>
          </>
        ) : null}
        {desk ? <DeskBooks desk={desk} /> : null}
        {desk && !mayMove ? (
          <Notice tone="info" announce={false}>
            Moving money needs the permission finance.
          </Notice>
        ) : null}
      </div>
    </Page>
  );
}

function DeskFacts({ desk }: { readonly desk: MoneyDesk }) {
  return (
    <dl className={`${classes.facts} ${classes.big}`}>
      <div>
        <dt>House wallet</dt>
        <dd>{naira(desk.house_balance)}</dd>
      </div>
      <div>
        <dt>You alone, today</dt>
        <dd>
          {naira(desk.alone_left)} <span className={classes.soft}>of {naira(desk.approval_limit)}</span>
        </dd>
      </div>
    </dl>
  );
}

function useCustomerForm() {
  const [customer, setCustomer] = useState<Customer>();
  const [done, setDone] = useState<Done>();
  const found = (next: Customer | undefined): void => {
    setCustomer(next);
    if (next) setDone(undefined);
  };
  const finish = (what: Done): void => {
    setCustomer(undefined);
    setDone(what);
  };
  return { customer, done, found, finish };
}

function CreditForm({ desk }: { readonly desk: MoneyDesk }) {
  const { customer, done, found, finish } = useCustomerForm();
  const fields: readonly MoneyField[] = [
    { name: 'amount', label: 'Amount', kind: 'money', hint: 'What arrived at the bank.' },
    { name: 'bank', label: 'Bank', kind: 'text', max: BANK_NAME_MAX, first: desk.bank },
    {
      name: 'bank_reference',
      label: 'Bank reference',
      kind: 'text',
      max: 64,
      hint: 'As the statement of the bank has it. Each can be credited once.',
    },
    { name: 'depositor', label: 'Depositor', kind: 'text', hint: 'Who paid, as the bank names them.' },
    { name: 'evidence', label: 'Evidence', kind: 'text', hint: 'Where the proof is kept.' },
    REASON,
  ];
  return (
    <>
      <DoneNotice done={done} />
      <FindCustomer customer={customer} onFound={found} />
      {customer ? (
        <MoneyForm
          key={customer.user_id}
          fields={fields}
          button="Credit"
          confirm={{
            title: 'Credit this payment?',
            facts: (values) => [
              ['Amount', shownNaira(values['amount'] ?? '')],
              ['To', `${customer.name}, ${customer.email}`],
              ['Bank reference', `${values['bank'] ?? ''} ${values['bank_reference'] ?? ''}`],
              ['Paid by', values['depositor'] ?? ''],
            ],
            note: (values) => overLimit(Number(plainNaira(values['amount'] ?? '')), desk),
          }}
          send={(values, form_id) =>
            call('creditManually', {
              form_id,
              user_id: customer.user_id,
              amount: values['amount'] ?? '',
              bank: values['bank'] ?? '',
              bank_reference: values['bank_reference'] ?? '',
              depositor: values['depositor'] ?? '',
              evidence: values['evidence'] ?? '',
              reason: values['reason'] ?? '',
            })
          }
          onDone={finish}
        />
      ) : null}
    </>
  );
}

function AdjustForm({ desk }: { readonly desk: MoneyDesk }) {
  const { customer, done, found, finish } = useCustomerForm();
  const fields: readonly MoneyField[] = [
    { name: 'after', label: 'New balance', kind: 'money', hint: 'What can be spent afterwards.' },
    { name: 'kind', label: 'What it is', kind: 'choice', first: 'correction', options: KINDS },
    REASON,
  ];
  return (
    <>
      <DoneNotice done={done} />
      <FindCustomer customer={customer} onFound={found} />
      {customer ? (
        <MoneyForm
          key={`${customer.user_id} ${customer.balance}`}
          fields={fields}
          button="Change balance"
          confirm={{
            title: 'Change this balance?',
            facts: (values) => {
              const delta = Number(plainNaira(values['after'] ?? '')) - customer.balance;
              return [
                [delta < 0 ? 'Takes away' : 'Gives', naira(Math.abs(delta))],
                ['Whose', `${customer.name}, ${customer.email}`],
                ['From', naira(customer.balance)],
                ['To', shownNaira(values['after'] ?? '')],
                ['What it is', kindText(values['kind'] ?? '')],
              ];
            },
            note: (values) =>
              overLimit(Math.abs(Number(plainNaira(values['after'] ?? '')) - customer.balance), desk),
          }}
          send={(values, form_id) =>
            call('adjustBalance', {
              form_id,
              user_id: customer.user_id,
              before: customer.balance,
              after: values['after'] ?? '',
              kind: kindOf(values['kind']),
              reason: values['reason'] ?? '',
            })
          }
          onDone={finish}
        />
      ) : null}
    </>
  );
}

const kindOf = (value: string | undefined) =>
  KINDS.find((kind) => kind.value === value)?.value ?? ('correction' as const);

function HouseForm({ desk }: { readonly desk: MoneyDesk }) {
  const [done, setDone] = useState<Done>();
  return (
    <>
      <DoneNotice done={done} />
      <MoneyForm
        fields={[{ name: 'amount', label: 'Amount', kind: 'money' }, REASON]}
        button="Fund the house wallet"
        confirm={{
          title: 'Fund the house wallet?',
          facts: (values) => [
            ['Amount', shownNaira(values['amount'] ?? '')],
            ['To', `The house wallet, which holds ${naira(desk.house_balance)}`],
          ],
          note: (values) => overLimit(Number(plainNaira(values['amount'] ?? '')), desk),
        }}
        send={(values, form_id) =>
          call('fundHouseWallet', {
            form_id,
            amount: values['amount'] ?? '',
            reason: values['reason'] ?? '',
          })
        }
        onDone={setDone}
      />
    </>
  );
}
