import { Switch } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import { useNoticeSettingsQuery, type NoticeSettings as Settings } from '../../api/beneficiaries.api.js';
import { useSend } from '../../api/use-send.js';
import { type Message, msg, t } from '../../languages/language.js';
import { Notice } from '../../ui/feedback/notice.js';
import { Card } from '../../ui/layout/page.js';
import { NotLoaded } from './not-loaded.js';
import classes from './profile-page.module.css';

const MAILS: readonly { readonly key: keyof Settings; readonly label: Message }[] = [
  { key: 'mail_delivered', label: msg('When a purchase is delivered') },
  { key: 'mail_refunded', label: msg('When the money of a purchase comes back') },
  { key: 'mail_statement', label: msg('Once a month, what moved in my wallet') },
];

export function NoticeSettings() {
  const { data, error: loadError, refetch } = useNoticeSettingsQuery();
  const { busy, error, send } = useSend('updateNoticeSettings', {
    refused: t('Failed to update your mails.'),
    broken: t('An error occurred while updating your mails.'),
  });
  const dispatch = useDispatch();
  const change = async (key: keyof Settings, wanted: boolean): Promise<void> => {
    if (await send({ [key]: wanted })) dispatch(api.util.invalidateTags(['Beneficiaries']));
  };
  const title = t('Mail me');
  if (!data)
    return (
      <NotLoaded
        title={title}
        error={loadError}
        fallback={t('Your choices could not be loaded.')}
        onRetry={refetch}
      />
    );
  return (
    <Card title={title}>
      {error ? <Notice tone="bad">{error}</Notice> : null}
      <div className={classes.switches}>
        {MAILS.map(({ key, label }) => (
          <Switch
            key={key}
            label={t(label)}
            disabled={busy}
            checked={data[key]}
            onChange={(event) => void change(key, event.currentTarget.checked)}
          />
        ))}
      </div>
    </Card>
  );
}
