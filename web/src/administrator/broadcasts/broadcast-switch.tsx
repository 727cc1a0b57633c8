import { Button } from '@mantine/core';
import { useDispatch } from 'react-redux';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api } from '../../api/base-api.js';
import { useSend, type Sending } from '../../api/use-send.js';
import { toast } from '../../ui/feedback/toast.js';
import classes from './broadcasts.module.css';

export type Broadcast = CallAnswer<'broadcasts'>['broadcast_info'][number];

const TEXTS = {
  refused: 'The broadcast could not be changed.',
  broken: 'We cannot reach the server. Check your connection.',
};

export function BroadcastSwitch({
  broadcast: { id, active, broadcast_title },
}: {
  readonly broadcast: Broadcast;
}) {
  const activating = useSend('activateBroadcast', TEXTS);
  const deactivating = useSend('deactivateBroadcast', TEXTS);
  const dispatch = useDispatch();
  const busy = activating.busy || deactivating.busy;
  const error = activating.error ?? deactivating.error;

  const change = async (by: Sending<'activateBroadcast'> | Sending<'deactivateBroadcast'>): Promise<void> => {
    const other = by === activating ? deactivating : activating;
    other.clear();
    const answer = await by.send({ broadcastId: id });
    if (answer) toast(answer.message);
    dispatch(api.util.invalidateTags(['Broadcasts']));
  };
  return (
    <span className={classes.actions}>
      <Button
        size="compact-sm"
        variant="default"
        disabled={active || busy}
        aria-label={activating.busy ? undefined : `Activate ${broadcast_title}`}
        onClick={() => void change(activating)}
      >
        {activating.busy ? 'Processing...' : 'Activate'}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={!active || busy}
        aria-label={deactivating.busy ? undefined : `Deactivate ${broadcast_title}`}
        onClick={() => void change(deactivating)}
      >
        {deactivating.busy ? 'Deactivating...' : 'Deactivate'}
      </Button>
      {error ? (
        <span role="alert" className={classes.error} title={error}>
          {error}
        </span>
      ) : null}
    </span>
  );
}
