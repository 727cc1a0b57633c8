import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mountErrorsReadOnly, mountSmall } from '../../../infra/lmdb/testing/own-file-system.js';
import { drillDamagedView } from './damaged-view-drill.js';
import { drillDiskFull } from './disk-full-drill.js';
import { drillGoLive } from '../go-live/go-live-drill.js';
import { drillLostLog, unclearIn } from './lost-log-drill.js';
import { drillOlderLog } from './older-log-drill.js';
import { drillReadOnly } from './read-only-drill.js';
import { drillRestore } from './restore-drill.js';

type Tell = (line: string) => void;

interface DrillVerdict {
  readonly isRight: boolean;
  readonly found: string;
}

interface Drill {
  readonly run: (
    dir: string,
    times: number,
    tell: Tell,
    isShort: boolean,
  ) => Promise<DrillVerdict & { readonly verified: string }>;
  readonly times: number;
  /** Missing when `drillAll` leaves the drill out. */
  readonly fewTimes?: number;
  readonly mount?: (parent: string) => { readonly dir: string; end(): void } | undefined;
}

const PLANS = 300;
const LOSSES = 9;

export const DRILLS: ReadonlyMap<string, Drill> = new Map<string, Drill>([
  [
    'older-log',
    {
      times: 20,
      fewTimes: 3,
      async run(dir, sales, tell) {
        const result = await drillOlderLog({ dir, sales, tell });
        const { undelivered, unlisted, repeated, twice, open, refused, said, alerted, verified } = result;
        const isHeld = refused.length === 2 && refused.every((answer) => answer === '503 SALES_HELD');
        const failures = undelivered.length + unlisted.length + repeated.length + twice.length;
        return {
          isRight: failures === 0 && isHeld && open > 0 && said > 0 && alerted && result.exitCode === 1,
          found: `${undelivered.length} not delivered, ${unlisted.length} wrong in lists, ${repeated.length} notified twice, ${twice.length} sent twice, ${said} lines in the log about it, ${anAlert(alerted)}`,
          verified,
        };
      },
    },
  ],
  [
    'lost-log',
    {
      times: 1,
      fewTimes: 1,
      async run(dir, _times, tell) {
        const { accepted, refusals, verified } = await drillLostLog({ dir, tell });
        const unclear = unclearIn(refusals);
        for (const what of unclear) tell(`NOT clear: ${what}`);
        return {
          isRight: accepted.length + unclear.length === 0 && refusals.size === LOSSES,
          found: `${refusals.size} refused, ${accepted.length} NOT refused, ${unclear.length} unclear`,
          verified,
        };
      },
    },
  ],
  [
    'damaged-view',
    {
      times: 500,
      fewTimes: 20,
      async run(dir, purchases, tell, isShort) {
        const betweenRuns = isShort ? 2 : undefined;
        const { unnoticed, incomplete, alerted, verified } = await drillDamagedView({
          dir,
          purchases,
          betweenRuns,
          tell,
        });
        for (const answer of incomplete) tell(`NOT refused: ${answer}`);
        for (const damage of unnoticed) tell(`NOT noticed: ${damage}`);
        return {
          isRight: unnoticed.length + incomplete.length === 0 && alerted,
          found: `${incomplete.length} incomplete lists, ${anAlert(alerted)}`,
          verified,
        };
      },
    },
  ],
  [
    'read-only',
    {
      times: 1,
      fewTimes: 1,
      mount: mountErrorsReadOnly,
      async run(dir, _times, tell) {
        const { acknowledged, refused, missing, verified, start } = await drillReadOnly({ dir, tell });
        tell(`a start said: ${start}`);
        return {
          isRight: missing.length === 0 && start.includes('its file system is read-only'),
          found: `${acknowledged} sold, ${refused} refused with 503, ${missing.length} missing in the ledger`,
          verified,
        };
      },
    },
  ],
  [
    'restore',
    {
      times: 60,
      fewTimes: 16,
      async run(dir, before, tell) {
        const result = await drillRestore({ dir, before, after: Math.ceil(before / 10), tell });
        const { refused, settled, sent, twice, uncaptured, orderedWhileHeld, verified } = result;
        const failures = twice.length + uncaptured.length + orderedWhileHeld;
        const isHeld = refused === '503 SALES_HELD' && settled > 0 && sent > 0;
        return {
          isRight: failures === 0 && isHeld && settled + sent === before,
          found: `${settled} settled by the vendor's word, ${sent} sent after the release, ${twice.length} sent twice`,
          verified,
        };
      },
    },
  ],
  [
    'disk-full',
    {
      times: 20,
      fewTimes: 2,
      mount: mountSmall,
      async run(dir, fills, tell) {
        const { acknowledged, refused, missing, verified } = await drillDiskFull({ dir, fills, tell });
        return {
          isRight: missing.length === 0 && refused > 0 && acknowledged > 0,
          found: `${acknowledged} sold, ${refused} refused with 503, ${missing.length} missing in the ledger`,
          verified,
        };
      },
    },
  ],
  [
    'go-live',
    {
      times: 18_000,
      async run(dir, customers, tell) {
        const { sale, verified } = await drillGoLive({ dir, customers, plans: PLANS, tell });
        return { isRight: true, found: `the first sale is delivered: ${sale}`, verified };
      },
    },
  ],
]);

const anAlert = (alerted: boolean): string => (alerted ? 'an alert' : 'no alert');

export async function drillOne(
  name: string,
  dir: string,
  times: number,
  tell: Tell,
  isShort = false,
): Promise<DrillVerdict> {
  const { isRight, found, verified } = await DRILLS.get(name)!.run(dir, times, tell, isShort);
  tell(found);
  tell(verified.trim());
  return { isRight: isRight && verified.includes('nothing is wrong'), found };
}

export interface DrillRow {
  readonly name: string;
  readonly verdict: 'passed' | 'FAILED' | 'not run';
  readonly found: string;
}

const AT_ONCE = 3;

/** Runs the drills that do harm with small data. */
export async function drillAll(dir: string, tell: Tell): Promise<readonly DrillRow[]> {
  mkdirSync(resolve(dir), { recursive: true });
  const rows: DrillRow[] = [];
  const waiting = [...DRILLS.keys()].filter((name) => DRILLS.get(name)?.fewTimes !== undefined);
  const lane = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      rows.push(await rowOf(name, resolve(dir), tell));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  for (const { name, verdict, found } of rows)
    tell(`${name.padEnd('damaged-view'.length)}  ${verdict.padEnd('not run'.length)}  ${found}`);
  return rows;
}

async function rowOf(name: string, parent: string, tell: Tell): Promise<DrillRow> {
  const { mount, fewTimes = 1 } = DRILLS.get(name)!;
  const own = mount?.(parent);
  if (mount && !own) return { name, verdict: 'not run', found: 'this user may not mount a file system' };
  const tellOf = (text: string): void => tell(text.replace(/^/gm, `${name}: `));
  try {
    const { isRight, found } = await drillOne(name, own?.dir ?? join(parent, name), fewTimes, tellOf, true);
    return { name, verdict: isRight ? 'passed' : 'FAILED', found };
  } catch (error) {
    return { name, verdict: 'FAILED', found: error instanceof Error ? error.message : String(error) };
  } finally {
    own?.end();
  }
}
