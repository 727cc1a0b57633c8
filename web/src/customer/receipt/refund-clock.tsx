import { useEffect, useState } from 'react';
import type { Service } from '../../../../services/contracts/services.js';
import { type Message, msg, t } from '../../languages/language.js';
import { lagosTime } from '../../ui/format.js';
import { ClockIcon } from '../../ui/icons.js';
import classes from './refund-clock.module.css';

/**
 * Milliseconds within which a purchase must be refunded. The regulators CBN and NCC set this deadline for
 * recharges.
 */
const PENDING_MS = 24 * 60 * 60 * 1000;

const REGULATED = msg(
  'The CBN and NCC standard for a recharge that is pending: delivered or refunded within 24 hours.',
);
const OURS = msg('Settled within 24 hours, as the CBN and NCC demand it of recharges.');
/**
 * Explanation for transfers. Banks confirm late, so the refund comes only after the bank has said that the
 * transfer cannot arrive.
 */
const TRANSFER = msg(
  'A transfer that the bank returns is back in your wallet at once. One that the bank has not answered for is settled within 24 hours, with its proof.',
);

const standardOf = (service: Service, regulated: boolean): Message => {
  if (regulated) return REGULATED;
  return service === 'transfer' ? TRANSFER : OURS;
};

interface RefundClockProps {
  readonly requestedAt: string;
  readonly service: Service;
  readonly regulated: boolean;
}

export function RefundClock({ requestedAt, service, regulated }: RefundClockProps) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const deadline = Date.parse(requestedAt) + PENDING_MS;
  const left = deadline - now;
  return (
    <div className={classes.clock}>
      <ClockIcon />
      <div>
        <p>
          <strong>{t('Refund clock')}</strong>{' '}
          <span className={classes.time} role="timer" aria-live="off">
            {left > 0 ? clock(left) : t('overdue')}
          </span>
        </p>
        <p className={classes.text}>
          {left > 0
            ? t(
                '{standard} Here: by {time}. If it fails before, your money is back at once. You need not ask.',
                {
                  standard: t(standardOf(service, regulated)),
                  time: lagosTime(new Date(deadline).toISOString()),
                },
              )
            : t(
                'These 24 hours have passed. Your money is still held, not spent, and we are following it up.',
              )}
        </p>
      </div>
    </div>
  );
}

/** Remaining time, such as 00:29 (minutes and seconds) or 23:59:30. */
function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (parts[0] === 0 ? parts.slice(1) : parts).map((part) => String(part).padStart(2, '0')).join(':');
}
