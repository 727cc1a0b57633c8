import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router-dom';
import { ACCOUNT_GROUPS, groupOf } from '../../../services/contracts/fields/account-groups.js';
import { auditRead } from '../api/audit-read.js';
import { LoadError } from '../domain/load-error.js';
import { SkeletonRows } from '../ui/feedback/loading.js';
import { Notice } from '../ui/feedback/notice.js';
import { count } from '../ui/format.js';
import { Card, Page } from '../ui/layout/page.js';
import { DataTable, type Column } from '../ui/table/data-table.js';
import { accountPath, momentWords, nairaOfKobo, PEOPLE_KINDS } from './audit-words.js';
import { type TrialBalanceLine, useAuditTrialBalanceQuery } from './audit.api.js';
import { MomentForm } from './moment-form.js';
import { useWalk } from './use-walk.js';
import { WalkEnd } from './walk-end.js';
import classes from './audit.module.css';

type Line = TrialBalanceLine;

const AT = [{ name: 'at', label: 'As of' }] as const;

const COLUMNS: readonly Column<Line>[] = [
  {
    header: 'Account',
    track: 'minmax(220px, 2fr)',
    wrap: true,
    cell: ({ account }) => <AccountName account={account} />,
  },
  {
    header: 'Debits',
    track: 'minmax(130px, 1fr)',
    number: true,
    wideOnly: true,
    cell: ({ debit }) => nairaOfKobo(debit ?? '0'),
  },
  {
    header: 'Credits',
    track: 'minmax(130px, 1fr)',
    number: true,
    wideOnly: true,
    cell: ({ credit }) => nairaOfKobo(credit ?? '0'),
  },
  {
    header: 'Balance',
    track: 'minmax(130px, 1fr)',
    number: true,
    cell: ({ balance }) => <strong>{nairaOfKobo(balance)}</strong>,
  },
];

const columnsAt = (at: string): readonly Column<Line>[] => [
  { ...COLUMNS[0]!, cell: ({ account }) => <AccountAt account={account} at={at} /> },
  {
    ...COLUMNS[1]!,
    header: 'Debit',
    cell: ({ balance }) => (balance.startsWith('-') ? '' : nairaOfKobo(balance)),
  },
  {
    ...COLUMNS[2]!,
    header: 'Credit',
    cell: ({ balance }) => (balance.startsWith('-') ? nairaOfKobo(balance.slice(1)) : ''),
  },
  COLUMNS[3]!,
];

function AccountAt({ account, at }: { readonly account: string; readonly at: string }) {
  const people = PEOPLE_KINDS.get(account);
  return people ? (
    <span>{people}</span>
  ) : (
    <Link to={accountPath(account, at)} className={classes.mono} title={account}>
      {account}
    </Link>
  );
}

function AccountName({ account }: { readonly account: string }) {
  const people = PEOPLE_KINDS.get(account);
  return people ? (
    <Link to={`/audit/trial-balance?kind=${account}`}>{people}</Link>
  ) : (
    <Link to={accountPath(account)} className={classes.mono} title={account}>
      {account}
    </Link>
  );
}

export default function TrialBalancePage() {
  const [params] = useSearchParams();
  const kind = params.get('kind') ?? '';
  return PEOPLE_KINDS.has(kind) ? (
    <Accounts key={kind} kind={kind} />
  ) : (
    <TrialBalance at={params.get('at') ?? ''} />
  );
}

function TrialBalance({ at }: { readonly at: string }) {
  const {
    currentData: data,
    error,
    refetch,
    isFetching,
  } = useAuditTrialBalanceQuery(at, { refetchOnMountOrArgChange: true });
  const columns = at === '' ? COLUMNS : columnsAt(at);
  return (
    <Page
      title="Trial balance"
      lead={
        at === ''
          ? 'What every account was debited and credited, and comes to. Debits are positive: what we owe is negative.'
          : 'What every account came to then. Debits are positive: what we owe is negative.'
      }
      aside={
        <Button variant="default" size="xs" disabled={isFetching} onClick={() => void refetch()}>
          Read again
        </Button>
      }
    >
      <Card>
        <MomentForm key={at} fields={AT} />
      </Card>
      {error ? (
        <LoadError
          error={error}
          fallback={data ? 'This is no longer up to date.' : 'The trial balance could not be loaded.'}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <SkeletonRows rows={10} label="Loading the trial balance" /> : null}
      {data ? (
        <>
          <Card>
            <p className={classes.total}>
              <span>
                {at === ''
                  ? `${data.accounts === 0 ? 'No' : `All ${count(data.accounts)}`} accounts at event ${count(data.position)}`
                  : `As of ${momentWords(at)}`}
              </span>
              {data.sum === null ? null : (
                <span className={data.sum === '0' ? classes.good : classes.bad}>
                  {data.sum === '0' ? 'The books add up: ' : 'The books do not add up: '}
                  {nairaOfKobo(data.sum)}
                </span>
              )}
            </p>
          </Card>
          {data.partial ? (
            <Notice tone="info" announce={false} title="Customers are left out">
              There are more accounts than are added up here. The command npm run ledger -- balances adds up
              all.
            </Notice>
          ) : null}
          {groupsOf(data.lines).map(({ title, lines }) => (
            <Card key={title} title={title} className={classes.group ?? ''}>
              <DataTable
                label={title}
                columns={columns}
                rows={lines}
                rowKey={({ account }) => account}
                stale={isFetching}
              />
              <p className={classes.total}>
                <span>Together</span>
                <span className={classes.number}>
                  {nairaOfKobo(String(lines.reduce((sum, { balance }) => sum + BigInt(balance), 0n)))}
                </span>
              </p>
            </Card>
          ))}
          {data.lines.length === 0 ? (
            <p className={classes.soft}>
              {at === '' ? 'Nothing was posted yet.' : 'Nothing had been posted by then.'}
            </p>
          ) : null}
        </>
      ) : null}
    </Page>
  );
}

/**
 * Groups the lines. Accounts that belong to none of the `ACCOUNT_GROUPS` come last, so that no
 * account is missing.
 */
function groupsOf(
  lines: readonly Line[],
): readonly { readonly title: string; readonly lines: readonly Line[] }[] {
  return [
    ...ACCOUNT_GROUPS.map((group) => ({
      title: group.title,
      lines: lines.filter(({ account }) => groupOf(account) === group),
    })),
    { title: 'Others', lines: lines.filter(({ account }) => groupOf(account) === undefined) },
  ].filter((group) => group.lines.length > 0);
}

const SHOWN = 500;
const EACH: readonly Column<Line>[] = [
  {
    ...COLUMNS[0]!,
    cell: ({ account }) => (
      <Link to={accountPath(account)} className={classes.mono}>
        {account}
      </Link>
    ),
  },
  ...COLUMNS.slice(1),
];

function Accounts({ kind }: { readonly kind: string }) {
  const walk = useWalk<Line>(kind, SHOWN, async (after, context) => {
    const result = await auditRead('accounts', { kind, after, limit: SHOWN }, context);
    if (!('data' in result)) return result;
    const { lines, more } = result.data;
    const reached = lines.at(-1)?.account ?? null;
    return { data: { rows: lines, reached, done: !more, walked: lines.length } };
  });
  const { rows, busy } = walk;
  return (
    <Page
      title={PEOPLE_KINDS.get(kind) ?? kind}
      lead="Each customer's account, by its name."
      aside={<Link to="/audit/trial-balance">Trial balance</Link>}
    >
      <Card className={classes.stack ?? ''}>
        {rows.length === 0 && busy ? <SkeletonRows rows={8} label="Loading accounts" /> : null}
        {rows.length > 0 ? (
          <DataTable
            label="Accounts"
            columns={EACH}
            rows={rows}
            rowKey={({ account }) => account}
            stale={false}
          />
        ) : null}
        <WalkEnd walk={walk} what="accounts" />
      </Card>
    </Page>
  );
}
