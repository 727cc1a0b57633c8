import { Button } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { useSend } from '../../api/use-send.js';
import { saveFile } from '../../domain/download-link.js';
import { t } from '../../languages/language.js';
import { Notice } from '../../ui/feedback/notice.js';
import { FormNote } from '../../ui/form/form.js';
import { Card } from '../../ui/layout/page.js';
import classes from './profile-page.module.css';

export function OwnData() {
  const exporting = useSend('exportOwnData', {
    refused: t('Your data could not be put together.'),
    broken: t('An error occurred while putting your data together.'),
  });
  const leaving = useSend('logoutEverywhere', {
    refused: t('Failed to log out everywhere.'),
    broken: t('An error occurred while logging out.'),
  });
  const navigate = useNavigate();
  const download = async (): Promise<void> => {
    const answer = await exporting.send({});
    if (answer)
      saveFile(
        'naira-ledger-my-data.json',
        new Blob([JSON.stringify(answer.own_data, null, 2)], { type: 'application/json' }),
      );
  };
  const leave = async (): Promise<void> => {
    if (await leaving.send({})) void navigate('/logout');
  };
  const error = exporting.error ?? leaving.error;
  return (
    <Card title={t('Your data and sessions')}>
      {error ? <Notice tone="bad">{error}</Notice> : null}
      <FormNote>
        {t(
          'Download everything we keep about you as a file, or end your sessions on all your devices, this one included.',
        )}
      </FormNote>
      <div className={classes.actions}>
        <Button variant="default" loading={exporting.busy} onClick={() => void download()}>
          {t('Download my data')}
        </Button>
        <Button variant="default" loading={leaving.busy} onClick={() => void leave()}>
          {t('Log out everywhere')}
        </Button>
      </div>
    </Card>
  );
}
