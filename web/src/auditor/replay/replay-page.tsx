import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { LoadError } from '../../domain/load-error.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { count } from '../../ui/format.js';
import { Card, Page } from '../../ui/layout/page.js';
import { shortId, walletOf } from '../audit-words.js';
import { AccountReplay } from './account-replay.js';
import { ChooseReplay } from './choose-replay.js';
import { ReplaySteps } from './replay-steps.js';
import { useWalletHistory } from './use-wallet-history.js';
import audit from '../audit.module.css';

export default function ReplayPage() {
  const [params] = useSearchParams();
  const [wallet, account] = [params.get('wallet') ?? '', params.get('account') ?? ''];
  // For a customer's account, `walletSteps` need not read the whole log.
  const owner = walletOf(account);
  if (owner) return <Navigate replace to={`/audit/replay?wallet=${encodeURIComponent(owner)}`} />;
  if (wallet) return <WalletReplay key={wallet} userId={wallet} />;
  return account ? <AccountReplay key={account} account={account} /> : <ChooseReplay />;
}

function WalletReplay({ userId }: { readonly userId: string }) {
  const [attempt, setAttempt] = useState(0);
  const loaded = useWalletHistory(userId, attempt);
  const { loaded: steps, total, customer, busy, failure } = loaded;
  return (
    <Page
      title="Replay"
      lead={customer ? `The wallet of ${customer}.` : `The wallet ${shortId(userId)}.`}
      aside={<Link to="/audit/replay">Another one</Link>}
    >
      {failure ? (
        <LoadError
          error={failure}
          fallback={
            steps > 0 ? 'The rest of this wallet could not be loaded.' : 'This wallet could not be loaded.'
          }
          onRetry={() => setAttempt(attempt + 1)}
        />
      ) : null}
      {steps === 0 && busy ? <SkeletonRows rows={8} label="Loading the wallet" /> : null}
      {steps === 0 && !busy && !failure ? (
        <Card>
          <EmptyState title="There is no such wallet">Nothing was ever stored of it.</EmptyState>
        </Card>
      ) : null}
      {busy && total !== undefined && steps > 0 && steps < total ? (
        <p role="status" className={audit.soft}>
          {count(steps)} of {count(total)} events loaded…
        </p>
      ) : null}
      {steps > 0 ? (
        <ReplaySteps
          history={loaded.history}
          steps={steps}
          stream={`wallet-${loaded.userId}`}
          verdict={
            busy
              ? 'still loading'
              : loaded.history.disagrees === undefined
                ? 'postings and events agree'
                : 'see above'
          }
        />
      ) : null}
    </Page>
  );
}
