import type { CallAnswer } from '../../../services/contracts/calls.js';
import { count, lagosTime } from '../ui/format.js';

export const UNKNOWN = '–';

const PERCENT = new Intl.NumberFormat('en-NG', {
  style: 'percent',
  maximumFractionDigits: 1,
  roundingMode: 'floor',
});

export const percent = (share: number | null): string => (share === null ? UNKNOWN : PERCENT.format(share));

export const howMany = (number: number | null): string => (number === null ? UNKNOWN : count(number));

/** Text of a duration, such as 0.8 s, 12 s, 4 min, 3 h or 2 d. */
export function duration(seconds: number | null): string {
  if (seconds === null) return UNKNOWN;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

const GIB = 2 ** 30;

export const gibibytes = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`;

type Pause = CallAnswer<'activeVendors'>['pauses'][number];

/** `by Ada` or `automatically` */
export const whoPaused = ({ automatic, by }: Pause): string => (automatic ? 'automatically' : `by ${by}`);

export function howItEnds({ automatic, probe, probe_at: at }: Pause): string {
  if (!automatic) return '';
  switch (probe) {
    case 'later':
      return `One purchase probes it from ${lagosTime(at ?? '')} on.`;
    case 'due':
      return 'The next purchases are about to probe it, one at a time.';
    case 'open':
      return 'One purchase may probe it now: once that is delivered, it is resumed.';
    default:
      return 'It is resumed once it holds enough again.';
  }
}
