import { useSelector } from 'react-redux';
import { Notice } from '../../ui/notice.js';
import type { RootState } from '../store.js';

/** Says in words when what is on the screen may be old, and that nothing typed is lost. */
export function ConnectionNotice() {
  const { online, reached } = useSelector((state: RootState) => state.connection);
  const polling = useSelector((state: RootState) => state.live.status === 'polling');
  if (!online)
    return (
      <Notice tone="warn" title="You are offline.">
        What you see may be out of date. What you have typed stays here; buy again when you are back online.
      </Notice>
    );
  if (!reached)
    return (
      <Notice tone="warn" title="We cannot reach the server.">
        We keep trying. Your money and what you have typed are safe.
      </Notice>
    );
  if (polling)
    return <Notice tone="info">Live updates are interrupted. We check for news every 15 seconds.</Notice>;
  return null;
}
