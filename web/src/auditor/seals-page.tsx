import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { AuditAnswer } from '../../../services/contracts/admin/audit.contract.js';
import { auditRead } from '../api/audit-read.js';
import { saveFile } from '../domain/download-link.js';
import { CopyButton } from '../ui/copy-button.js';
import { EmptyState } from '../ui/feedback/empty-state.js';
import { SkeletonRows } from '../ui/feedback/loading.js';
import { count, lagosTime } from '../ui/format.js';
import { Figure, Figures } from '../ui/layout/figures.js';
import { Card, Page } from '../ui/layout/page.js';
import { DataTable, type Column } from '../ui/table/data-table.js';
import { eventPath } from './audit.api.js';
import { Anchoring } from './anchoring.js';
import { CompareSeals } from './compare-seals.js';
import { useWalk } from './use-walk.js';
import { WalkEnd } from './walk-end.js';
import classes from './audit.module.css';

type Seals = AuditAnswer<'seals'>;
type Seal = Seals['seals'][number];

const SHOWN = 200;
const STREAM = 'ledger-seals';

const COLUMNS: readonly Column<Seal>[] = [
  {
    header: 'Events covered',
    track: 'minmax(130px, 1fr)',
    cell: ({ treeSize, revision }) => (
      <Link to={eventPath({ stream: STREAM, revision })}>1 to {count(treeSize)}</Link>
    ),
  },
  {
    header: 'Signed at',
    track: 'minmax(180px, 1fr)',
    wrap: true,
    cell: ({ at }) => lagosTime(at),
  },
  {
    header: 'Root',
    track: 'minmax(190px, 2fr)',
    wideOnly: true,
    cell: ({ rootHash }) => (
      <span className={classes.mono} title={rootHash}>
        {rootHash.slice(0, 24)}…
      </span>
    ),
  },
  {
    header: 'Key',
    track: 'minmax(110px, 1fr)',
    wideOnly: true,
    cell: ({ keyId }) => (
      <span className={classes.mono} title={keyId}>
        {keyId.slice(0, 12)}…
      </span>
    ),
  },
];

export default function SealsPage() {
  const [attempt, setAttempt] = useState(0);
  const [stands, setStands] = useState<Seals>();
  const walk = useWalk<Seal>(String(attempt), SHOWN, async (before, context) => {
    const result = await auditRead('seals', { before, limit: SHOWN }, context);
    if (!('data' in result)) return result;
    const { seals, done } = result.data;
    if (before === undefined && !context.signal.aborted) setStands(result.data);
    return {
      data: { rows: seals, reached: seals.at(-1)?.revision ?? null, done, walked: seals.length },
    };
  });
  const { rows, busy, done } = walk;
  return (
    <Page
      title="Seals"
      lead="What the ledger was at a moment, as one Merkle root over all its events, signed."
      aside={
        <Button variant="default" size="xs" disabled={busy} onClick={() => setAttempt(attempt + 1)}>
          Read again
        </Button>
      }
    >
      {stands ? <Covered of={stands} /> : null}
      {stands ? (
        <Anchoring published={stands.published}>
          {rows.length > 0 ? (
            <Button size="sm" variant="default" onClick={() => saveSeals(rows)}>
              {done ? 'Save all seals' : 'Save the seals shown'}
            </Button>
          ) : null}
        </Anchoring>
      ) : null}
      {stands ? <Keys keys={stands.keys} /> : null}
      {rows.length > 1 ? (
        <Card title="Two seals of one ledger">
          <CompareSeals key={attempt} seals={rows} />
        </Card>
      ) : null}
      <Card title="All seals" className={classes.stack ?? ''}>
        {rows.length === 0 && busy ? <SkeletonRows rows={8} label="Loading seals" /> : null}
        {rows.length === 0 && done ? (
          <EmptyState title="Nothing is sealed yet">
            The ledger is sealed every few seconds while there is something new.
          </EmptyState>
        ) : null}
        {rows.length > 0 ? (
          <DataTable
            label="Seals"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ revision }) => String(revision)}
            stale={false}
          />
        ) : null}
        <WalkEnd walk={walk} what="seals" />
      </Card>
    </Page>
  );
}

function Covered({ of: { position, covered, seals } }: { readonly of: Seals }) {
  const [newest] = seals;
  const open = Math.max(0, position - covered);
  return (
    <Figures>
      <Figure name="Covered by a seal" value={`${count(covered)} of ${count(position)}`}>
        <Link to="/audit/proofs">Prove an event or a receipt</Link>
      </Figure>
      <Figure name="Covered by none yet" value={open === 0 ? 'None' : count(open)}>
        <span>
          {open === 0
            ? 'every event is covered'
            : `${open === 1 ? `event ${count(position)}` : `events ${count(covered + 1)} to ${count(position)}`}${covered > 0 ? ', the newest seal among them' : ''}`}
        </span>
      </Figure>
      {newest ? (
        <Figure name="Newest seal" value={lagosTime(newest.at)} moment>
          <span className={classes.mono}>{newest.rootHash}</span>
        </Figure>
      ) : (
        <Figure name="Newest seal" value="–">
          <span>nothing is sealed yet</span>
        </Figure>
      )}
    </Figures>
  );
}

function Keys({ keys }: { readonly keys: Seals['keys'] }) {
  return (
    <Card title="Public keys" className={classes.stack ?? ''}>
      {keys.length === 0 ? (
        <p className={classes.soft}>The keys of this ledger are not at hand here: ask its operator.</p>
      ) : null}
      {keys.map(({ keyId, publicKey, pem }, index) => (
        <section key={keyId} className={classes.section} aria-label={`Key ${keyId.slice(0, 12)}`}>
          <h3>{index === 0 ? 'Signs now' : 'Signed before'}</h3>
          <dl className={classes.facts}>
            <div>
              <dt>Key</dt>
              <dd className={classes.mono}>{publicKey}</dd>
            </div>
            <div>
              <dt>Its id</dt>
              <dd className={classes.mono}>{keyId}</dd>
            </div>
          </dl>
          <p className={classes.buttons}>
            <CopyButton value={publicKey} label="Copy the public key" />
            <Button
              size="sm"
              variant="default"
              onClick={() =>
                saveFile(
                  `seal-key-${keyId.slice(0, 12)}.pem`,
                  new Blob([pem], { type: 'application/x-pem-file' }),
                )
              }
            >
              Save as PEM
            </Button>
          </p>
        </section>
      ))}
    </Card>
  );
}

function saveSeals(seals: readonly Seal[]): void {
  const lines = seals.map(({ revision: _, ...seal }) => JSON.stringify(seal)).reverse();
  saveFile('kept-seals.jsonl', new Blob([`${lines.join('\n')}\n`], { type: 'application/jsonl' }));
}
