import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';
import { canBeTold, keptSubscription, tellThisBrowser, unbind } from '../../api/push-device.js';
import { useSend } from '../../api/use-send.js';
import { browserName } from '../../domain/browser-name.js';
import { useChosenLanguage } from '../../languages/choice.js';
import { msg, repeat, t } from '../../languages/language.js';
import { rich } from '../../languages/rich.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { useGuard } from '../../ui/form/busy-button.js';
import { FormNote } from '../../ui/form/form.js';
import { lagosTime } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import { NotLoaded } from './not-loaded.js';
import classes from './profile-page.module.css';

type Devices = CallAnswer<'pushDevices'>;

const { usePushDevicesQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    pushDevices: build.query<Devices, void>({
      query: () => reading('pushDevices', {}),
      providesTags: ['Sessions'],
    }),
  }),
});

const BROKEN = msg('We cannot reach the server. Check your connection.');
const BLOCKED = msg(
  'Your browser does not allow notifications of this page. Allow them in its settings first.',
);

export function PushCard() {
  const { data, error, refetch } = usePushDevicesQuery(undefined, { refetchOnMountOrArgChange: true });
  const language = useChosenLanguage();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const dispatch = useDispatch();
  const title = t('Notifications to your devices');
  if (!data && !error && !canBeTold()) return null;
  if (!data)
    return (
      <NotLoaded
        title={title}
        error={error}
        fallback={t('Your devices could not be loaded.')}
        onRetry={refetch}
      />
    );
  const { key, devices } = data;
  const isOn = devices.some(({ id }) => id === keptSubscription());
  const possible = key !== null && canBeTold();
  if (!possible && devices.length === 0) return null;
  const turnOn = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    const told = await tellThisBrowser(key ?? '', language);
    setBusy(false);
    dispatch(api.util.invalidateTags(['Sessions']));
    if (told === 'blocked') setFault(t(BLOCKED));
    else if ('failure' in told) setFault(repeat(told.failure.message));
    else toast(repeat(told.data.message));
  };
  return (
    <Card title={title}>
      <FormNote>
        {t(
          'Be told when something is delivered, comes back or is paid in, also while this page is closed. Signing out, a new password or a new PIN turns it off.',
        )}
      </FormNote>
      {fault ? <Notice tone="bad">{fault}</Notice> : null}
      <DeviceList devices={devices} />
      {possible && !isOn ? (
        <div className={classes.actions}>
          <Button variant="default" loading={busy} onClick={() => void turnOn()}>
            {t('Turn on for this device')}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

function DeviceList({ devices }: Pick<Devices, 'devices'>) {
  const { busy, error, send } = useSend('removePushDevice', {
    refused: t('Notifications could not be turned off.'),
    broken: BROKEN,
  });
  const [removed, setRemoved] = useState<string>();
  const tooSoon = useGuard(removed === undefined ? undefined : devices);
  const dispatch = useDispatch();
  const remove = async (id: string): Promise<void> => {
    if (tooSoon) return;
    const answer = await send({ id });
    if (answer && id === keptSubscription()) await unbind();
    dispatch(api.util.invalidateTags(['Sessions']));
    if (!answer) return;
    setRemoved(id);
    toast(repeat(answer.message));
  };
  return (
    <>
      {error ? <Notice tone="bad">{error}</Notice> : null}
      <ul className={classes.devices}>
        {devices.map(({ id, device, since }) => {
          const name = browserName(device) || t('A device');
          return (
            <li key={id}>
              <div>
                <strong>{id === keptSubscription() ? t('{name} (this device)', { name }) : name}</strong>
                <p>{rich('Since {time}', { time: <time dateTime={since}>{lagosTime(since)}</time> })}</p>
              </div>
              <Button
                size="compact-md"
                variant="default"
                disabled={busy || tooSoon}
                aria-label={t('Turn notifications to {name} off', { name })}
                onClick={() => void remove(id)}
              >
                {t('Turn off')}
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
