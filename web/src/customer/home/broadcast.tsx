import { Button } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { t } from '../../languages/language.js';
import { Notice } from '../../ui/feedback/notice.js';
import classes from './broadcast.module.css';

interface BroadcastProps {
  readonly title: string;
  readonly message: string;
}

/**
 * Broadcast to all customers. After the customer closes it, the broadcast stays hidden until its text
 * changes.
 */
export function Broadcast({ title, message }: BroadcastProps) {
  const [dismissed, setDismissed] = useSessionStorage({ key: 'naira-ledger-dismissed', defaultValue: '' });
  if (dismissed === title + message) return null;
  return (
    <Notice
      tone="info"
      announce={false}
      title={title}
      action={
        <Button variant="subtle" size="compact-sm" onClick={() => setDismissed(title + message)}>
          {t('Dismiss')}
        </Button>
      }
    >
      <p className={classes.message}>{message}</p>
    </Notice>
  );
}
