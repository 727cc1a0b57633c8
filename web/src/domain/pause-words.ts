import type { CallAnswer } from '../../../services/contracts/calls.js';
import { lagosTime } from '../ui/format.js';

type Pause = CallAnswer<'activeVendors'>['pauses'][number];

/** Who paused a vendor: `by Ada`, `automatically`. */
export const whoPaused = ({ automatic, by }: Pause): string => (automatic ? 'automatically' : `by ${by}`);

/** What ends the pause of a vendor without anybody; empty where a person has to. */
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
