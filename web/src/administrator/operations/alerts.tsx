import { Button } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import type { OperationsAlert } from '../../api/operations.api.js';
import { useSend } from '../../api/use-send.js';
import { useMay } from '../../api/use-signed-in.js';
import { Notice } from '../../ui/feedback/notice.js';
import { lagosTime } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import classes from './operations.module.css';

interface AlertsProps {
  readonly alerts: readonly OperationsAlert[];
  readonly over: readonly OperationsAlert[];
}

export function Alerts({ alerts, over }: AlertsProps) {
  return (
    <Card title="Alerts">
      {alerts.length === 0 ? <p className={classes.soft}>Nothing is wrong.</p> : null}
      <ul className={classes.alerts} aria-label="Alerts">
        {alerts.map((alert) => (
          <OpenAlert key={alert.id} alert={alert} />
        ))}
      </ul>
      {over.length > 0 ? (
        <details className={classes.over}>
          <summary>Over lately ({over.length})</summary>
          <ul className={classes.lines}>
            {over.map(({ id, text, raised_at: raised, cleared_at: cleared }) => (
              <li key={id}>
                {text} {lagosTime(raised)} to {lagosTime(cleared ?? '')}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Card>
  );
}

function OpenAlert({ alert }: { readonly alert: OperationsAlert }) {
  const { id, text, raised_at: raised, acknowledged_by: by, acknowledged_at: at } = alert;
  const mayAcknowledge = useMay('owner', 'finance', 'support');
  const dispatch = useDispatch();
  const { send, busy, error } = useSend('acknowledgeAlert', {
    refused: 'This could not be stored.',
    broken: 'We cannot reach the server. Check your connection.',
  });
  const acknowledge = async (): Promise<void> => {
    await send({ alertId: id });
    // Reload even without an answer, because the server may have stored the change.
    dispatch(api.util.invalidateTags(['Operations']));
  };
  return (
    <li className={classes.alert}>
      <span className={classes.alertText}>
        <strong>{text}</strong>
        <span className={classes.soft}>
          Since {lagosTime(raised)}
          {by === null ? '' : ` · ${by} looks after it since ${lagosTime(at ?? '')}`}
        </span>
      </span>
      {by === null && mayAcknowledge ? (
        <Button variant="default" size="sm" loading={busy} onClick={() => void acknowledge()}>
          I look after it
        </Button>
      ) : null}
      {error ? <Notice tone="bad">{error}</Notice> : null}
    </li>
  );
}
