import type { CheckedVendor } from '../catalog/vendor-check/check-vendors.handler.js';
import type { RunCommand } from './ledger-commands.js';
import { wholeNumber } from './seed-command.js';

const CHECK_WIDTH = 12;

/** Returns the exit code. */
export async function printVendorCheck(
  run: RunCommand,
  typed: string | undefined,
  print: (line: string) => void,
): Promise<number> {
  const vendor = typed === undefined ? undefined : wholeNumber(typed);
  const checked = (await run('check-vendors', { vendor })) as readonly CheckedVendor[];
  if (checked.length === 0) throw new Error(`${typed}: there is no such vendor`);
  for (const { code, name, lines, resumed } of checked) {
    print(`${code} ${name}`);
    for (const { check, result, text, said } of lines)
      print(
        `  ${result.padEnd(8)} ${check.padEnd(CHECK_WIDTH)} ${text}${said === undefined ? '' : `: “${said}”`}`,
      );
    if (resumed) print('  its account is asked again');
  }
  const lines = checked.flatMap((each) => each.lines);
  if (lines.some(({ result }) => result === 'wrong')) return 1;
  return lines.some(({ check, result }) => check === 'credentials' && result === 'unknown') ? 2 : 0;
}
