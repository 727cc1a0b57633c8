import type { CheckedVendor } from '../../catalog/vendor-check/check-vendors.handler.js';
import { type DoctorLine, right, unknown, wrong } from './doctor-line.js';

const CHECK = 'vendors';

/**
 * Leaves out clocks, because `checkClock` checks them. Leaves out webhooks when no server runs that could
 * receive one.
 */
export function checkedVendors(checked: readonly CheckedVendor[], served: boolean): readonly DoctorLine[] {
  return checked.flatMap(({ code, name, lines }): readonly DoctorLine[] => {
    const vendor = `${code} ${name}`;
    const asked = lines.filter(({ check }) => check !== 'clock' && (served || check !== 'webhook'));
    const faults = asked.flatMap(({ check, result, text, said }) => {
      const sentence = `${vendor}, ${check}: ${text}${said === undefined ? '' : `: “${said}”`}`;
      if (result === 'wrong') return [wrong(CHECK, sentence)];
      return result === 'unknown' && check === 'credentials' ? [unknown(CHECK, sentence)] : [];
    });
    const checks = asked.filter(({ result }) => result === 'right').map(({ check }) => check);
    return faults.length > 0 ? faults : [right(CHECK, `${vendor}: ${checks.join(', ')}`)];
  });
}
