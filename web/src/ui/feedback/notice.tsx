import type { ReactNode } from 'react';
import { CheckIcon, ClockIcon, WarningIcon } from '../icons.js';
import classes from './notice.module.css';

type Tone = 'info' | 'good' | 'warn' | 'bad';

interface NoticeProps {
  readonly tone: Tone;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** Say it at once to screen readers; `false` for what was on the page from the start. */
  readonly announce?: boolean;
}

const ICONS = { info: ClockIcon, good: CheckIcon, warn: WarningIcon, bad: WarningIcon };

/** A sentence that matters, with a tone that is not told by colour alone. */
export function Notice({ tone, title, children, action, announce = true }: NoticeProps) {
  const Icon = ICONS[tone];
  const role = announce ? { role: tone === 'bad' ? 'alert' : 'status' } : {};
  return (
    <div className={classes.notice} data-tone={tone} {...role}>
      <Icon className={classes.icon} />
      <div className={classes.text}>
        {title ? <strong>{title}</strong> : null}
        {children ? <div>{children}</div> : null}
      </div>
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  );
}
