import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { HOUSE_WALLET } from '../../../../services/contracts/admin/audit.contract.js';
import { kindOf } from '../../../../services/contracts/fields/account-groups.js';
import { useSend } from '../../api/use-send.js';
import { LoadError } from '../../domain/load-error.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { naira } from '../../ui/format.js';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { Card, Page } from '../../ui/layout/page.js';
import { nairaOfKobo, PEOPLE_KINDS } from '../audit-words.js';
import { useAuditTrialBalanceQuery } from '../audit.api.js';
import classes from '../audit.module.css';

export const ChooseReplay = () => (
  <Page title="Replay" lead="Go through the life of a wallet or of an account, event by event.">
    <Card title="A wallet">
      <ChooseWallet />
    </Card>
    <Card title="An account of the books">
      <ChooseAccount />
    </Card>
  </Page>
);

const SHOWN = 20;
const replayPath = (userId: string): string => `/audit/replay?wallet=${encodeURIComponent(userId)}`;

/** The permissions of the auditor decide which fields of a customer can be searched. */
function ChooseWallet() {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<CallAnswer<'users'>['user_info']>();
  const { send, busy, error } = useSend('users', {
    refused: 'Nobody could be looked for.',
    broken: 'We cannot reach the server. Check your connection.',
  });
  const search = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const answer = await send({ query_type: 1, page: 1, page_size: SHOWN, search: typed.trim() });
    if (answer) setFound(answer.user_info);
  };
  return (
    <div className={classes.stack}>
      <form className={classes.filters} role="search" onSubmit={(event) => void search(event)}>
        <TextInput
          label="Customer"
          placeholder="Id, balance, or nothing for the newest"
          value={typed}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <span className={classes.buttons}>
          <Button type="submit" loading={busy}>
            Find
          </Button>
          <Button component={Link} to={replayPath(HOUSE_WALLET)} variant="default">
            House account
          </Button>
        </span>
      </form>
      {error ? <Notice tone="bad">{error}</Notice> : null}
      {found?.length === 0 ? <p className={classes.soft}>No customer fits.</p> : null}
      {found && found.length > 0 ? (
        <ul className={classes.links}>
          {found.map(({ id, email, phone_number: phone, wallet_balance: balance }) => (
            <li key={id}>
              <span>
                <Link to={replayPath(id)}>{email || phone || 'Erased customer'}</Link>{' '}
                <span className={classes.mono}>{id}</span>
              </span>
              <span className={classes.number}>{naira(balance)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function ChooseAccount() {
  const { data, error, refetch } = useAuditTrialBalanceQuery('', { refetchOnMountOrArgChange: true });
  if (!data)
    return error ? (
      <LoadError error={error} fallback="The accounts could not be loaded." onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={6} label="Loading the accounts" />
    );
  const lines = data.lines.filter(({ account }) => !PEOPLE_KINDS.has(kindOf(account)));
  if (lines.length === 0) return <p className={classes.soft}>Nothing was posted yet.</p>;
  return (
    <ul className={classes.links}>
      {lines.map(({ account, balance }) => (
        <li key={account}>
          <Link className={classes.mono} to={`/audit/replay?account=${encodeURIComponent(account)}`}>
            {account}
          </Link>
          <span className={classes.number}>{nairaOfKobo(balance)}</span>
        </li>
      ))}
    </ul>
  );
}
