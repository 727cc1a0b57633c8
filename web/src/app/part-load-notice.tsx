import { Button } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { t } from '../languages/language.js';
import { Notice } from '../ui/feedback/notice.js';
import { partLoads } from '../ui/feedback/part-loads.js';
import classes from './part-load-notice.module.css';

export function PartLoadNotice() {
  const loads = useSyncExternalStore(partLoads.subscribe, partLoads.now);
  // Forget unfinished loads when `pathname` changes. The code of the new page has loaded by then.
  const { pathname } = useLocation();
  useEffect(() => partLoads.forget(), [pathname]);
  if (loads === 'none') return null;
  if (loads === 'slow')
    return (
      <div className={classes.bar} role="status">
        <span className="nl-hidden">{t('The page is being loaded.')}</span>
      </div>
    );
  return (
    <div className={classes.waiting}>
      <Notice
        tone="warn"
        title={t('This page cannot be loaded right now.')}
        action={
          <Button variant="default" size="sm" onClick={partLoads.tryNow}>
            {t('Try now')}
          </Button>
        }
      >
        {t(
          'You stay where you are, and nothing you typed is lost. It opens by itself once you are back online.',
        )}
      </Notice>
    </div>
  );
}
