import { ActionIcon } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import { useAllBeneficiariesQuery } from '../../api/beneficiaries.api.js';
import { useSend } from '../../api/use-send.js';
import { Card } from '../../ui/card.js';
import { CrossIcon } from '../../ui/icons.js';
import { Notice } from '../../ui/notice.js';
import { phoneText } from '../../ui/phone.js';
import { serviceName } from '../../ui/services.js';
import { toast } from '../../ui/toast.js';
import classes from './profile-page.module.css';

/** Recipients kept by name; each is offered on the form of its service. */
export function SavedRecipients() {
  const { data } = useAllBeneficiariesQuery();
  const { busy, error, send } = useSend('removeBeneficiary', {
    refused: 'Failed to remove this recipient.',
    broken: 'An error occurred while removing this recipient.',
  });
  const dispatch = useDispatch();
  const remove = async (id: string): Promise<void> => {
    const answer = await send({ id });
    if (!answer) return;
    dispatch(api.util.invalidateTags(['Beneficiaries']));
    toast(answer.message || 'Recipient removed.');
  };
  return (
    <Card title="Saved recipients">
      {error ? <Notice tone="bad">{error}</Notice> : null}
      {data?.saved.length ? (
        <ul className={classes.saved}>
          {data.saved.map(({ id, name, recipient, service }) => (
            <li key={id}>
              <div>
                <strong>{name || phoneText(recipient)}</strong>
                <span>
                  {serviceName(service)}
                  {name ? ` · ${phoneText(recipient)}` : ''}
                </span>
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={40}
                disabled={busy}
                aria-label={`Remove ${name || phoneText(recipient)}`}
                onClick={() => void remove(id)}
              >
                <CrossIcon />
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : (
        <p>Nobody yet. Save a recipient from the receipt of what you bought for them.</p>
      )}
    </Card>
  );
}
