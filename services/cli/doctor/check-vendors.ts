import type { CheckedVendor } from '../../catalog/vendor-check/check-vendors.handler.js';
import { type DoctorLine, right, unknown, wrong } from './doctor-line.js';

const CHECK = 'vendors';

/**
 * Results about clocks are left out, because `checkClock` reports them. Results about webhooks are left out
 * when no server can receive a webhook.
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
