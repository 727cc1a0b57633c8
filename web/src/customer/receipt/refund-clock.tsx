import { useEffect, useState } from 'react';
import type { Service } from '../../../../services/contracts/services.js';
import { type Message, msg, t } from '../../languages/language.js';
import { lagosTime } from '../../ui/format.js';
import { ClockIcon } from '../../ui/icons.js';
import classes from './refund-clock.module.css';

/** What is pending is settled within a day: what the regulators demand of recharges, and we of ourselves for the rest. */
const PENDING_MS = 24 * 60 * 60 * 1000;

const REGULATED = msg(
  'The CBN and NCC standard for a recharge that is pending: delivered or refunded within 24 hours.',
);
const OURS = msg('Settled within 24 hours, as the CBN and NCC demand it of recharges.');
/** A bank may say later than anybody else that money has arrived: nothing goes back before it is sure that it did not. */
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
  /** The regulators wrote the limit for this product. */
  readonly regulated: boolean;
}

/** How long a purchase may still be pending. One that fails needs no clock: its money is back with the same decision. */
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

/** 00:29 below an hour, 23:59:30 above. */
function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (parts[0] === 0 ? parts.slice(1) : parts).map((part) => String(part).padStart(2, '0')).join(':');
}
