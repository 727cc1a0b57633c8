import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Notice } from '../../ui/feedback/notice.js';
import { count } from '../../ui/format.js';
import { CrossIcon } from '../../ui/icons.js';
import type { AdminPath } from './admin-paths.js';
import { NEWEST_WAITING, useWaitingQuery, type Waiting } from './waiting.api.js';
import classes from './waiting-notice.module.css';

const LIST: AdminPath = '/failedtransaction';

interface Told {
  readonly before?: Waiting;
  readonly seen: ReadonlySet<string>;
  readonly news: number;
}

const NOTHING: Told = { seen: new Set(), news: 0 };

function after({ before, seen, news }: Told, data: Waiting): Told {
  const { total, newest } = data;
  const known = newest.findIndex((id) => seen.has(id));
  const unknown = newest.length < NEWEST_WAITING ? newest.length : Math.max(0, total - (before?.total ?? 0));
  const came = known >= 0 ? known : unknown;
  return {
    before: data,
    seen: new Set([...seen, ...newest]),
    news: before ? Math.min(news + came, total) : 0,
  };
}

function useNews(): { readonly news: number; readonly dismiss: () => void } {
  const { data } = useWaitingQuery();
  const { pathname } = useLocation();
  const [told, setTold] = useState(NOTHING);
  if (data && data !== told.before) setTold(after(told, data));
  else if (pathname === LIST && told.news > 0) setTold({ ...told, news: 0 });
  return { news: told.news, dismiss: () => setTold({ ...told, news: 0 }) };
}

/**
 * Always renders the live region, because screen readers ignore a region that appears together with its text.
 */
export function WaitingNotice() {
  const { news, dismiss } = useNews();
  return (
    <div role="status" aria-label="Purchases that need a decision">
      {news > 0 ? (
        <Notice
          tone="warn"
          announce={false}
          title={`${count(news)} new ${news === 1 ? 'purchase needs' : 'purchases need'} a decision.`}
          action={
            <span className={classes.actions}>
              <Link to={LIST}>See what waits</Link>
              <ActionIcon variant="subtle" color="gray" size={44} aria-label="Dismiss" onClick={dismiss}>
                <CrossIcon />
              </ActionIcon>
            </span>
          }
        >
          No vendor said how it ended, and the money stays held until somebody decides.
        </Notice>
      ) : null}
    </div>
  );
}
