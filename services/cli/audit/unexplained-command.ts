import { findUnexplained, type Unexplained } from '../../audit/unexplained/unexplained.js';
import { formatNaira } from '../../contracts/money.js';
import type { Config } from '../../runtime/config.js';
import { reading } from '../reading-commands.js';
import { progressBar } from '../long-work.js';

/**
 * Prints the difference between the postings and the stated amounts of all events. Exits with 1
 * unless the difference is 0.
 */
export const printUnexplained = (
  config: Config,
  json: boolean,
  print: (line: string) => void,
): Promise<0 | 1> =>
  reading(config, async (store) => {
    const found = await findUnexplained(store, { onProgress: progressBar('events') });
    for (const line of json ? [JSON.stringify(found)] : unexplainedLines(found)) print(line);
    return found.kobo === '0' ? 0 : 1;
  });

const naira = (digits: string): string => formatNaira(BigInt(digits));

export const unexplainedLines = ({ position, kobo, terms, count, places }: Unexplained): string[] => [
  `unexplained ${naira(kobo)} at position ${position}`,
  ...(kobo === '0'
    ? []
    : terms.map(
        ({ term, posted, stated }) =>
          `  ${term}: ${naira(posted)} by the postings, ${naira(stated)} by what events state`,
      )),
  ...places.map(
    ({ position: at, stream, type, kobo: off }) =>
      `  event ${at}, ${type} in ${stream}: moves ${naira(off)} other than it states`,
  ),
  ...(count > places.length ? [`  and ${count - places.length} events more`] : []),
];
