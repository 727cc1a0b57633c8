import { Button } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { api } from '../../api/base-api.js';
import { useSend } from '../../api/use-send.js';
import { toast } from '../../ui/feedback/toast.js';
import { nameOf, UNREACHED } from './user-words.js';
import type { ListedUser } from './users.api.js';
import classes from './admin-users.module.css';

interface TierButtonProps {
  readonly user: ListedUser;
  readonly call: 'upgradeUser' | 'downgradeUser';
  readonly label: string;
  /** Where it leads when it is done: the list from its first page. */
  readonly to: '/user-center' | '/adminaffiliate';
}

/** Makes an affiliate of a customer, or a regular user of an affiliate. */
export function TierButton({ user, call, label, to }: TierButtonProps) {
  const sending = useSend(
    call,
    { refused: 'The user could not be changed.', broken: UNREACHED },
    { id: user.id },
  );
  const dispatch = useDispatch();
  const navigate = useNavigate();

  const change = async (): Promise<void> => {
    const answer = await sending.send({});
    dispatch(api.util.invalidateTags(['Users']));
    if (!answer) return;
    toast(answer.message);
    void navigate(to);
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        disabled={sending.busy}
        aria-label={sending.busy ? undefined : `${label} ${nameOf(user)}`}
        onClick={() => void change()}
      >
        {sending.busy ? 'Updating...' : label}
      </Button>
      {sending.error ? (
        <span role="alert" className={classes.error} title={sending.error}>
          {sending.error}
        </span>
      ) : null}
    </>
  );
}
