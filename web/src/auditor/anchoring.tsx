import type { ReactNode } from 'react';
import type { AuditAnswer } from '../../../services/contracts/admin/audit.contract.js';
import { CopyButton } from '../ui/copy-button.js';
import { Notice } from '../ui/feedback/notice.js';
import { count, lagosTime } from '../ui/format.js';
import { Card } from '../ui/layout/page.js';
import classes from './audit.module.css';

type Published = AuditAnswer<'seals'>['published'];

const KEEP = 'npm run ledger -- seals > kept-seals.jsonl';
const compareWith = (file: string): string => `npm run ledger -- verify --seals ${file}`;

interface AnchoringProps {
  readonly published: Published;
  readonly children: ReactNode;
}

export function Anchoring({ published, children }: AnchoringProps) {
  return (
    <>
      {published ? (
        <PublishedNotice {...published} action={children} />
      ) : (
        <Notice
          tone="info"
          announce={false}
          title="Not anchored: a seal proves nothing to whoever has it from here alone"
          action={children}
        >
          Whoever holds this ledger and its key could have written all of it anew. Keep seals and the public
          key where nobody of this installation can change them, and compare the ledger with them later.
        </Notice>
      )}
      <Card
        title={published ? 'Compare with what is kept elsewhere' : 'Anchor it'}
        className={classes.stack ?? ''}
      >
        <p className={classes.soft}>
          {published
            ? 'This page can only say that seals were sent. What was received there, and kept, anchors the ledger: verify compares with it.'
            : 'With SEAL_PUBLISH set to a file on another machine, or to an address, every seal goes there by itself. By hand:'}
        </p>
        {published ? null : <Command text={KEEP} label="Copy the command that keeps seals" />}
        <Command text={compareWith('kept-seals.jsonl')} label="Copy the command that compares with them" />
      </Card>
    </>
  );
}

function PublishedNotice({
  to,
  treeSize,
  failingSince,
  action,
}: NonNullable<Published> & { readonly action: ReactNode }) {
  const last =
    treeSize === null
      ? 'How far that is, is not known at the moment.'
      : treeSize === 0
        ? 'Nothing was published yet.'
        : `Last the seal of ${count(treeSize)} events.`;
  return failingSince === null ? (
    <Notice tone="good" announce={false} title={`Seals are published to ${to}`} action={action}>
      {last}
    </Notice>
  ) : (
    <Notice
      tone="warn"
      announce={false}
      title={`Seals do not reach ${to} since ${lagosTime(failingSince)}`}
      action={action}
    >
      {treeSize === null ? '' : `${last} `}The page Operations says why. All that are missing follow by
      themselves.
    </Notice>
  );
}

export const Command = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <div className={classes.command}>
    <code className={classes.mono}>{text}</code>
    <CopyButton value={text} label={label} />
  </div>
);
