import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import { usePasskeysQuery, type Passkey } from '../../api/user-data.api.js';
import { useSend } from '../../api/use-send.js';
import { browserName } from '../../domain/browser-name.js';
import { devicePasskeys, hasPasskeys } from '../../domain/device-passkeys.js';
import { t } from '../../languages/language.js';
import { rich } from '../../languages/rich.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { useGuard } from '../../ui/form/busy-button.js';
import { FormNote } from '../../ui/form/form.js';
import { lagosTime, naira } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import { NotLoaded } from './not-loaded.js';
import { EnrolSheet, LimitSheet } from './passkey-sheets.js';
import classes from './profile-page.module.css';

export function PasskeysCard() {
  const { data, error, refetch } = usePasskeysQuery();
  const [open, setOpen] = useState<'enrol' | Passkey>();
  const dispatch = useDispatch();
  const title = t('Fingerprint or face');
  if (!data && !error && !hasPasskeys()) return null;
  if (!data)
    return (
      <NotLoaded
        title={title}
        error={error}
        fallback={t('Your devices could not be loaded.')}
        onRetry={refetch}
      />
    );
  const { available, passkeys } = data;
  const isSetUp = passkeys.some(({ id }) => devicePasskeys.has(id));
  const possible = available && hasPasskeys();
  if (!possible && passkeys.length === 0) return null;
  const close = (): void => setOpen(undefined);
  const done = (message: string): void => {
    close();
    dispatch(api.util.invalidateTags(['Passkeys']));
    toast(message);
  };
  return (
    <Card title={title}>
      <FormNote>
        {t(
          'Pay without typing your PIN, up to an amount that you choose. Logging out everywhere, a new password or a reset PIN removes all devices.',
        )}
      </FormNote>
      <DeviceList passkeys={passkeys} onLimit={setOpen} />
      {possible && !isSetUp ? (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setOpen('enrol')}>
            {t('Set up this device')}
          </Button>
        </div>
      ) : null}
      {open === 'enrol' ? <EnrolSheet onDone={done} onClose={close} /> : null}
      {typeof open === 'object' ? <LimitSheet passkey={open} onDone={done} onClose={close} /> : null}
    </Card>
  );
}

interface DeviceListProps {
  readonly passkeys: readonly Passkey[];
  readonly onLimit: (passkey: Passkey) => void;
}

function DeviceList({ passkeys, onLimit }: DeviceListProps) {
  const { busy, error, send } = useSend('removePasskey', {
    refused: t('This device could not be removed.'),
    broken: t('We cannot reach the server. Check your connection.'),
  });
  const [removed, setRemoved] = useState<string>();
  const tooSoon = useGuard(removed === undefined ? undefined : passkeys);
  const dispatch = useDispatch();
  const remove = async (id: string): Promise<void> => {
    if (tooSoon) return;
    const answer = await send({ id });
    dispatch(api.util.invalidateTags(['Passkeys']));
    if (!answer) return;
    setRemoved(id);
    devicePasskeys.forget(id);
    toast(answer.message);
  };
  return (
    <>
      {error ? <Notice tone="bad">{error}</Notice> : null}
      <ul className={classes.devices}>
        {passkeys.map((passkey) => {
          const { id, device, enrolled_at: since, limit } = passkey;
          const name = browserName(device) || t('A device');
          return (
            <li key={id}>
              <div>
                <strong>{devicePasskeys.has(id) ? t('{name} (this device)', { name }) : name}</strong>
                <p>{t('Up to {limit}', { limit: naira(limit) })}</p>
                <p>{rich('Since {time}', { time: <time dateTime={since}>{lagosTime(since)}</time> })}</p>
              </div>
              <div className={classes.actions}>
                <Button
                  size="compact-md"
                  variant="default"
                  aria-label={t('Change the amount of {name}', { name })}
                  onClick={() => onLimit(passkey)}
                >
                  {t('Change')}
                </Button>
                <Button
                  size="compact-md"
                  variant="default"
                  disabled={busy || tooSoon}
                  aria-label={t('Remove {name}', { name })}
                  onClick={() => void remove(id)}
                >
                  {t('Remove')}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
