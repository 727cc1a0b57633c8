import type { ReactNode } from 'react';
import { CheckIcon, ClockIcon, WarningIcon } from '../icons.js';
import classes from './notice.module.css';

type Tone = 'info' | 'good' | 'warn' | 'bad';

interface NoticeProps {
  readonly tone: Tone;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** True when screen readers must announce the notice. */
  readonly announce?: boolean;
}

const ICONS = { info: ClockIcon, good: CheckIcon, warn: WarningIcon, bad: WarningIcon };

/** Message with an icon for its `tone`. People who cannot see the colour recognise the tone by the icon. */
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
