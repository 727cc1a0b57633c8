import type { ViewsComparison } from '../../audit/compare/compare-views.js';
import type { RowDifference } from '../../audit/compare/row-difference.js';
import type { ReadConfig } from '../read-config.js';
import { projections } from '../../../read-models/views.js';
import { isServed } from '../control-socket.js';
import { interruptible, progressBar } from '../long-work.js';
import { compareInTwo } from './compare-in-two.js';
import { unexplainedLines } from './unexplained-command.js';

type Print = (line: string) => void;

export interface CompareOptions {
  readonly view?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Exit codes. */
const [SAME, DIFFERENT, UNFINISHED] = [0, 1, 2] as const;

/** A server may run at the same time. */
export async function compare(
  config: ReadConfig,
  { view, json = false }: CompareOptions,
  print: Print,
  complain: Print,
): Promise<0 | 1 | 2> {
  try {
    const chosen = projections.filter((each) => view === undefined || each.view.name === view);
    if (chosen.length === 0)
      throw new Error(
        `there is no view ${view}; there are ${projections.map((each) => each.view.name).join(', ')}`,
      );
    const from = await config();
    const served = from.cluster !== undefined || (await isServed(from.dataDir));
    const { dataDir, secretsDir, cluster } = from;
    const { found, unexplained } = await interruptible((signal) =>
      compareInTwo(
        {
          stores: { dataDir, secretsDir, ...(cluster && { cluster }) },
          views: chosen.map((each) => each.view.name),
          served,
        },
        { signal, onProgress: progressBar('events') },
      ),
    );
    const ok = found.drift === 0 && unexplained.kobo === '0';
    if (json) print(JSON.stringify({ ok, ...found, unexplained }));
    else for (const line of [...linesOf(found), ...unexplainedLines(unexplained)]) print(line);
    return ok ? SAME : DIFFERENT;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (json) print(JSON.stringify({ ok: false, unfinished: reason }));
    else complain(`NOT finished: ${reason}`);
    return UNFINISHED;
  }
}

function linesOf({ position, drift, views, examples, replayed, problems }: ViewsComparison): string[] {
  return [
    ...views.map(
      ({ view, rows, drift: own, position: at }) => `${view}: drift ${own} at position ${at}, ${rows} rows`,
    ),
    ...examples.map((example) => `  ${differenceLine(example)}`),
    ...problems.map((problem) => `  ${problem}`),
    `replayed without the projections: ${replayed.rows} figures, ${replayed.differing} differ`,
    ...replayed.examples.map(
      (one) => `  ${one.view} ${one.key}: the projection says ${one.shown}, the replay ${one.replayed}`,
    ),
    `drift ${drift} at position ${position}`,
  ];
}

function differenceLine({ view, key, what, columns }: RowDifference): string {
  if (what === 'missing') return `${view} ${key}: the log makes this row, and it is not shown`;
  if (what === 'extra') return `${view} ${key}: is shown, and the log makes no such row`;
  return `${view} ${key}: ${columns
    .map(({ column, shown, derived }) => `${column} is shown as ${shown}, the log makes ${derived}`)
    .join('; ')}`;
}
