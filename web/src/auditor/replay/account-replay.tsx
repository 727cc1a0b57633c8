import { Button } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { AuditAnswer } from '../../../../services/contracts/admin/audit.contract.js';
import { auditRead } from '../../api/audit-read.js';
import type { Failure } from '../../api/failure.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { count } from '../../ui/format.js';
import { Card, Page } from '../../ui/layout/page.js';
import { accountPath, nairaOfKobo } from '../audit-words.js';
import { useWalk } from '../use-walk.js';
import { WalkEnd } from '../walk-end.js';
import { BalanceHistory } from './balance-history.js';
import { ReplaySteps } from './replay-steps.js';
import audit from '../audit.module.css';

const PAGE = 1_000;
const ALL = 1_000_000;

interface Step {
  readonly position: number;
  readonly at: number;
  readonly type: string;
  readonly purchase: string;
  readonly added: number;
}

type Books = AuditAnswer<'accountSteps'>['books'];

/** Reads the whole log. `walletSteps` would be faster, but knows only wallets. */
export function AccountReplay({ account }: { readonly account: string }) {
  const [books, setBooks] = useState<Books>(null);
  const end = useRef<number>(undefined);
  const walk = useWalk<Step>(account, ALL, async (after, context) => {
    const asked = { account, after, to: end.current, limit: PAGE };
    const result = await auditRead('accountSteps', asked, context);
    if (!('data' in result) || context.signal.aborted) return result as { readonly failure: Failure };
    if (after === undefined) {
      end.current = result.data.books?.position;
      setBooks(result.data.books);
    }
    return { data: { ...result.data, rows: stepsOf(result.data) } };
  });
  const { rows, busy, done, failure } = walk;
  const history = useMemo(() => historyOf(rows), [rows]);
  const sum = rows.length === 0 ? 0 : history.available[rows.length - 1]!;
  const differs = done && books !== null && sum !== Number(books.balance);
  return (
    <Page
      title="Replay"
      lead={`The account ${account}. Debits are positive.`}
      aside={<Link to="/audit/replay">Another one</Link>}
    >
      {differs ? (
        <Notice
          tone="bad"
          title={`The postings add up to ${nairaOfKobo(String(sum))}, and the trial balance says ${nairaOfKobo(books.balance)} at event ${count(books.position)}.`}
        />
      ) : null}
      <Card className={audit.stack ?? ''}>
        <div className={audit.buttons}>
          <Link to={accountPath(account)}>Statement of this account</Link>
          {!done && !busy && !failure ? (
            <Button size="xs" variant="default" onClick={() => walk.more(Infinity)}>
              Look for all
            </Button>
          ) : null}
        </div>
        {rows.length === 0 && busy ? <SkeletonRows rows={3} label="Looking for the account" /> : null}
        {rows.length === 0 && done ? (
          <EmptyState title="Nothing was posted">No event moved money of this account.</EmptyState>
        ) : null}
        <WalkEnd walk={walk} what="steps" />
      </Card>
      {rows.length > 0 ? (
        <ReplaySteps history={history} steps={rows.length} verdict={verdictOf({ done, differs, books })} />
      ) : null}
    </Page>
  );
}

function verdictOf(found: {
  readonly done: boolean;
  readonly differs: boolean;
  readonly books: Books;
}): string {
  if (!found.done) return 'as far as was looked';
  if (found.books === null) return 'not compared with the books';
  return found.differs ? 'see above' : `as the trial balance at event ${count(found.books.position)}`;
}

const stepsOf = ({ positions, at, types, type, purchases, added }: AuditAnswer<'accountSteps'>): Step[] =>
  positions.map((position, index) => ({
    position,
    at: at[index] ?? 0,
    type: types[type[index] ?? 0] ?? '',
    purchase: purchases[index] ?? '',
    added: added[index] ?? 0,
  }));

function historyOf(steps: readonly Step[]): BalanceHistory {
  const history = new BalanceHistory();
  const types = [...new Set(steps.map(({ type }) => type))];
  const indexOf = new Map(types.map((type, index) => [type, index]));
  const nothing = <Value,>(value: Value): Value[] => Array<Value>(steps.length).fill(value);
  history.add({
    types,
    type: steps.map(({ type }) => indexOf.get(type) ?? 0),
    positions: steps.map(({ position }) => position),
    at: steps.map(({ at }) => at),
    purchases: steps.map(({ purchase }) => purchase),
    available: steps.map(({ added }) => added),
    held: nothing(0),
    availableAfter: nothing(null),
    heldAfter: nothing(null),
  });
  return history;
}
