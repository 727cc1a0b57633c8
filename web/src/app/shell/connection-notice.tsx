import { useSelector } from 'react-redux';
import { t } from '../../languages/language.js';
import { Notice } from '../../ui/feedback/notice.js';
import { lagosTime } from '../../ui/format.js';
import type { RootState } from '../store.js';

const ageOf = (copyOf: number | undefined): string =>
  copyOf === undefined
    ? t('What you see may be out of date.')
    : t('What you see is of {time}.', {
        time: lagosTime(new Date(copyOf).toISOString()),
      });

export function ConnectionNotice() {
  const { online, reached, copyOf } = useSelector((state: RootState) => state.connection);
  const polling = useSelector((state: RootState) => state.live.status === 'polling');
  if (!online)
    return (
      <Notice tone="warn" title={t('You are offline.')}>
        {ageOf(copyOf)} {t('What you have typed stays here; buy again when you are back online.')}
      </Notice>
    );
  if (!reached)
    return (
      <Notice tone="warn" title={t('We cannot reach the server.')}>
        {copyOf === undefined ? null : `${ageOf(copyOf)} `}
        {t('We keep trying. Your money and what you have typed are safe.')}
      </Notice>
    );
  if (copyOf !== undefined)
    return (
      <Notice tone="info">
        {ageOf(copyOf)} {t('We keep trying.')}
      </Notice>
    );
  if (polling)
    return (
      <Notice tone="info">{t('Live updates are interrupted. We check for news every 15 seconds.')}</Notice>
    );
  return null;
}
