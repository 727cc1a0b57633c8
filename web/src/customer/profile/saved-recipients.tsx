import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import { useAllBeneficiariesQuery } from '../../api/beneficiaries.api.js';
import { useSend } from '../../api/use-send.js';
import { phoneText } from '../../domain/phone.js';
import { ServiceName } from '../../domain/products.js';
import { t } from '../../languages/language.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { useGuard } from '../../ui/form/busy-button.js';
import { CrossIcon } from '../../ui/icons.js';
import { Card } from '../../ui/layout/page.js';
import { NotLoaded } from './not-loaded.js';
import classes from './profile-page.module.css';

export function SavedRecipients() {
  const { data, error: loadError, refetch } = useAllBeneficiariesQuery();
  const { busy, error, send } = useSend('removeBeneficiary', {
    refused: t('Failed to remove this recipient.'),
    broken: t('An error occurred while removing this recipient.'),
  });
  const [removed, setRemoved] = useState<string>();
  const tooSoon = useGuard(removed === undefined ? undefined : data?.saved);
  const dispatch = useDispatch();
  const remove = async (id: string): Promise<void> => {
    if (tooSoon) return;
    const answer = await send({ id });
    if (!answer) return;
    setRemoved(id);
    dispatch(api.util.invalidateTags(['Beneficiaries']));
    toast(answer.message || t('Recipient removed.'));
  };
  const title = t('Saved recipients');
  if (!data)
    return (
      <NotLoaded
        title={title}
        error={loadError}
        fallback={t('Your recipients could not be loaded.')}
        onRetry={refetch}
      />
    );
  return (
    <Card title={title}>
      {error ? <Notice tone="bad">{error}</Notice> : null}
      {data.saved.length > 0 ? (
        <ul className={classes.saved}>
          {data.saved.map(({ id, name, recipient, service }) => (
            <li key={id}>
              <div>
                <strong>{name || phoneText(recipient)}</strong>
                <span>
                  <ServiceName of={service} />
                  {name ? ` · ${phoneText(recipient)}` : ''}
                </span>
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={40}
                disabled={busy || tooSoon}
                aria-label={t('Remove {name}', { name: name || phoneText(recipient) })}
                onClick={() => void remove(id)}
              >
                <CrossIcon />
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : null}
      {data.saved.length === 0 ? (
        <p>
          {t('Nobody yet. Save a recipient on the form, or from the receipt of what you bought for them.')}
        </p>
      ) : null}
    </Card>
  );
}
