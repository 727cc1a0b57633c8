import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type Decision, DECISIONS } from '../../../../services/contracts/admin/external.contract.js';
import { useMay } from '../../api/use-signed-in.js';
import { LiveListPage } from '../../domain/live-list-page.js';
import { ProblemReport } from '../../domain/problems/problem-report.js';
import { Notice } from '../../ui/feedback/notice.js';
import { count, naira } from '../../ui/format.js';
import type { FollowProps } from '../../ui/table/admin-table.js';
import type { AdminColumn } from '../../ui/table/data-table.js';
import { withPhoneColumns } from '../../ui/table/on-a-phone.js';
import { searchedFor, useListFilters } from '../../ui/table/use-list-filters.js';
import { AskAgain } from './ask-again.js';
import { DecideSheet, type Deciding } from './decide-sheet.js';
import { AMOUNT, PURCHASE, REFERENCE, REPORTED } from './external-columns.js';
import { ExternalSteps } from './external-steps.js';
import {
  ageText,
  BY_ITSELF,
  DECISION_WORDS,
  endedText,
  LIST_SIZES,
  toneOfAge,
  whyText,
} from './external-words.js';
import { useCompletedExternalQuery, useFailedExternalQuery, type FailedRow } from './external.api.js';
import classes from './external.module.css';

const TICK_MS = 30_000;

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

type Decide = (decision: Decision, rows: readonly FailedRow[]) => void;

function Buttons({ row, decide }: { readonly row: FailedRow; readonly decide: Decide }) {
  return (
    <span className={classes.buttons}>
      {DECISIONS.map((decision) => (
        <Button
          key={decision}
          size="compact-sm"
          variant="default"
          aria-label={`${DECISION_WORDS[decision]} ${row.transaction_reference}`}
          onClick={() => decide(decision, [row])}
        >
          {DECISION_WORDS[decision]}
        </Button>
      ))}
    </span>
  );
}

/**
 * Put the columns for the decision and the column `Buttons` first, because a narrow window cuts off the last
 * columns.
 */
const columnsOf = (now: number, decide: Decide | undefined): readonly AdminColumn<FailedRow>[] => [
  REFERENCE,
  AMOUNT,
  {
    id: 'age',
    header: 'Waiting',
    track: '80px',
    cell: ({ since, ended }) =>
      ended ? (
        'No more'
      ) : (
        <span className={classes.age} data-tone={toneOfAge(now - since)}>
          {ageText(now - since)}
        </span>
      ),
  },
  ...(decide
    ? [
        {
          id: 'decide',
          header: 'Decide',
          track: '190px',
          tableOnly: true as const,
          cell: (row: FailedRow) => <Buttons row={row} decide={decide} />,
        },
      ]
    : []),
  REPORTED,
  {
    id: 'why',
    header: 'Why',
    track: 'minmax(120px, 1fr)',
    wrap: true,
    cell: (row) => whyText(row.why),
  },
  ...PURCHASE,
];

const phoneOf = (now: number) => ({
  header: 'Purchase',
  what: (row: FailedRow) => [row.transaction_type, row.transaction_reference] as const,
  end: {
    header: 'Amount, waiting',
    what: (row: FailedRow) => [naira(row.amount), ageText(now - row.since)] as const,
  },
});

function Follow({ row, gone, children }: FollowProps<FailedRow>) {
  const { data } = useCompletedExternalQuery(searchedFor(row.transaction_reference), { skip: !gone });
  const ended = gone ? data?.rows.find(({ id }) => id === row.id) : undefined;
  return children(ended ? { ...row, ended } : row);
}

export default function FailedExternalPage() {
  const filters = useListFilters({ sizes: LIST_SIZES, picks: {} });
  const query = useFailedExternalQuery(filters.request);
  const mayDecide = useMay('finance');
  const mayAsk = useMay('support', 'finance');
  const now = useNow();
  const [deciding, setDeciding] = useState<Deciding>();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const rows = query.data?.rows ?? [];
  const chosen = rows.filter(({ id }) => ticked.has(id));
  const decide: Decide = (decision, about) => setDeciding({ decision, rows: about });
  const details = (row: FailedRow, close: () => void) => (
    <>
      {row.ended ? (
        <Notice tone="info" title={endedText(row.ended)}>
          {row.ended.reason || BY_ITSELF}
        </Notice>
      ) : mayAsk ? (
        <div className={classes.actions}>
          {DECISIONS.map((decision) =>
            mayDecide ? (
              <Button
                key={decision}
                size="sm"
                variant="default"
                onClick={() => {
                  close();
                  decide(decision, [row]);
                }}
              >
                {DECISION_WORDS[decision]}
              </Button>
            ) : null,
          )}
          <AskAgain ids={[row.id]} />
        </div>
      ) : null}
      <ProblemReport report={row.problem} />
      <ExternalSteps id={row.id} />
    </>
  );
  return (
    <>
      <LiveListPage
        name="failed-external"
        title="Failed transactions"
        lead="The vendor left open what became of these. The money is held until somebody decides, or the vendor answers."
        filters={filters}
        sizes={LIST_SIZES}
        searchHint="Reference, amount, vendor"
        dates
        query={query}
        failed="This list could not be loaded."
        empty={{ title: 'Nothing to decide', text: 'Every vendor has said what became of every purchase.' }}
        columns={withPhoneColumns(columnsOf(now, mayDecide ? decide : undefined), phoneOf(now))}
        rowKey={({ id }) => id}
        rowLabel={(row) => row.transaction_reference}
        details={details}
        Follow={Follow}
        selection={mayAsk ? { chosen: new Set(chosen.map(({ id }) => id)), onChoose: setTicked } : undefined}
        toolbar={
          chosen.length > 0 ? (
            <span className={classes.actions} role="group" aria-label="With the selected">
              <span>{count(chosen.length)} selected</span>
              {mayDecide ? (
                <>
                  <Button size="sm" variant="default" onClick={() => decide('refund', chosen)}>
                    Refund selected
                  </Button>
                  <Button size="sm" variant="default" onClick={() => decide('successful', chosen)}>
                    Selected were successful
                  </Button>
                </>
              ) : null}
              <AskAgain ids={chosen.map(({ id }) => id)} />
            </span>
          ) : null
        }
      >
        {mayDecide ? null : (
          <Notice tone="info" announce={false}>
            Refund and Successful need the permission finance.
          </Notice>
        )}
      </LiveListPage>
      {deciding ? <DecideSheet deciding={deciding} onClose={() => setDeciding(undefined)} /> : null}
    </>
  );
}
