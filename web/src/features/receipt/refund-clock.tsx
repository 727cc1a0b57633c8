import { useEffect, useState } from 'react';
import { lagosTime } from '../../ui/format.js';
import { ClockIcon } from '../../ui/icons.js';
import classes from './refund-clock.module.css';

const FAILED_MS = 30_000;
const PENDING_MS = 24 * 60 * 60 * 1000;

interface RefundClockProps {
  readonly requestedAt: string;
  /** The regulators wrote it for this product; we keep it for everything. */
  readonly regulated: boolean;
}

/** The time limits for what was paid and did not arrive, counted from the request. */
export function RefundClock({ requestedAt, regulated }: RefundClockProps) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const requested = Date.parse(requestedAt);
  const deadline = now - requested < FAILED_MS ? requested + FAILED_MS : requested + PENDING_MS;
  const left = deadline - now;
  return (
    <div className={classes.clock}>
      <ClockIcon />
      <div>
        <p>
          <strong>Refund clock</strong>{' '}
          <span className={classes.time} role="timer" aria-live="off">
            {left > 0 ? clock(left) : 'overdue'}
          </span>
        </p>
        <p className={classes.text}>
          {left > 0 ? (
            <>
              {regulated
                ? 'The CBN and NCC standard: a failed recharge is refunded within 30 seconds, a pending one is settled within 24 hours.'
                : 'The CBN and NCC standard for recharges, kept here too: a failure is refunded within 30 seconds, what is pending is settled within 24 hours.'}{' '}
              Here: by {lagosTime(new Date(deadline).toISOString())}. You need not ask.
            </>
          ) : (
            <>
              The 24 hours of the CBN and NCC standard have passed. Your money is still held, not spent, and
              we are following it up.
            </>
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
