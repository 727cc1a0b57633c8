import { Button } from '@mantine/core';
import { useDispatch, useSelector } from 'react-redux';
import { ALL_TAGS, api } from '../api/base-api.js';
import { msg, t } from '../languages/language.js';
import { PauseIcon, PlayIcon } from '../ui/icons.js';
import { livePaused, liveResumed, type LiveState } from './live.slice.js';
import classes from './live-toggle.module.css';

const WORDS = {
  live: msg('Live'),
  connecting: msg('Connecting…'),
  polling: msg('Checking every 15 s'),
  offline: msg('Offline'),
};

export function LiveToggle() {
  const { status, paused, missed } = useSelector((state: { live: LiveState }) => state.live);
  const online = useSelector((state: { connection: { online: boolean } }) => state.connection.online);
  // `navigator.onLine` reports a lost network long before the event stream times out.
  const shown = online ? status : 'offline';
  const dispatch = useDispatch();
  const resume = (): void => {
    dispatch(liveResumed());
    dispatch(api.util.invalidateTags([...ALL_TAGS]));
  };
  const words = paused ? (missed ? t('Paused · new activity') : t('Paused')) : t(WORDS[shown]);
  return (
    <div className={classes.toggle}>
      <span className={classes.state} data-status={paused ? 'paused' : shown} role="status">
        {words}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        className={classes.button ?? ''}
        leftSection={paused ? <PlayIcon /> : <PauseIcon />}
        onClick={() => (paused ? resume() : dispatch(livePaused()))}
      >
        {paused ? t('Resume live updates') : t('Pause live updates')}
      </Button>
    </div>
  );
}
