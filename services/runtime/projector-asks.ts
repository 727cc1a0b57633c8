import type { Redis } from 'ioredis';
import { z } from 'zod';
import { randomUUID } from '../../infra/host/chance.js';
import { monotonicMs } from '../../infra/host/clock.js';
import { sleep } from '../../infra/host/timers.js';
import type { UnparkReport } from '../../infra/projections/unpark-view.js';
import type { RebuildOptions, RebuildReport } from '../../infra/projections/rebuild-view.js';

export interface AskedProjector {
  health(): readonly unknown[];
  rebuild(view: string, options?: RebuildOptions): Promise<RebuildReport>;
  unpark(view: string): Promise<UnparkReport>;
}

const Ask = z.object({
  /** Absent means `rebuild`. */
  ask: z.literal('unpark').optional(),
  id: z.string(),
  view: z.string(),
  force: z.boolean(),
});
type Ask = z.infer<typeof Ask>;
const Unknown = z.object({ id: z.string() });

type Answer =
  | { readonly position: number; readonly total: number }
  | { readonly report: RebuildReport | UnparkReport }
  | { readonly refused: string };

const ASKS = 'ledger:projector:asks';
const answersOf = (id: string): string => `ledger:projector:answers:${id}`;
const LOOK_EVERY_MS = 250;
/**
 * Milliseconds to wait for the first answer of a projector. Must be longer than a standby projector needs to
 * take over, because no projector answers meanwhile.
 */
const UNHEARD_MS = 20_000;
const KEPT_SECONDS = 600;
const PROGRESS_EVERY = 20_000;

export interface RebuildAsk {
  readonly view: string;
  readonly force?: boolean;
  readonly onProgress?: (progress: { position: number; total: number }) => void;
}

/**
 * Asks the active projector to run a `rebuild`.
 * @throws Error when the projector refuses, or when no projector is active
 */
export async function askProjector(
  client: Redis,
  { view, force = false, onProgress }: RebuildAsk,
): Promise<RebuildReport> {
  return (await asked(client, { id: randomUUID(), view, force }, onProgress)) as RebuildReport;
}

export const askUnpark = async (client: Redis, view: string): Promise<UnparkReport> =>
  (await asked(client, { ask: 'unpark', id: randomUUID(), view, force: false })) as UnparkReport;

async function asked(
  client: Redis,
  ask: Ask,
  onProgress?: RebuildAsk['onProgress'],
): Promise<RebuildReport | UnparkReport> {
  const text = JSON.stringify(ask);
  await client.rpush(ASKS, text);
  for (let silentSince = monotonicMs(); ;) {
    const line = await client.lpop(answersOf(ask.id));
    if (line === null) {
      if (monotonicMs() - silentSince > UNHEARD_MS && (await client.lrem(ASKS, 0, text)) > 0)
        throw new Error('no projector is at work: start one, and repeat the command');
      await sleep(LOOK_EVERY_MS);
      continue;
    }
    silentSince = monotonicMs();
    const answer = JSON.parse(line) as Answer;
    if ('report' in answer) return answer.report;
    if ('refused' in answer) throw new Error(answer.refused);
    onProgress?.(answer);
  }
}

/** Answers the requests to this projector one after another. */
export async function serveAsks(
  client: Redis,
  projecting: AskedProjector,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const text = projecting.health().length > 0 ? await client.lpop(ASKS).catch(() => null) : null;
    if (text === null) await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    else await serve(client, projecting, parsed(text));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function serve(client: Redis, projecting: AskedProjector, asked: unknown): Promise<void> {
  const unknown = Unknown.safeParse(asked);
  if (!unknown.success) return;
  const answers = answersOf(unknown.data.id);
  const answer = (line: Answer): Promise<unknown> =>
    client
      .multi()
      .rpush(answers, JSON.stringify(line))
      .expire(answers, KEPT_SECONDS)
      .exec()
      .catch(() => undefined);
  const understood = Ask.safeParse(asked);
  if (!understood.success) {
    await answer({ refused: 'the projector at work is of another version, which does not know this' });
    return;
  }
  const ask = understood.data;
  let reported = 0;
  try {
    if (ask.ask === 'unpark') return void (await answer({ report: await projecting.unpark(ask.view) }));
    const report = await projecting.rebuild(ask.view, {
      force: ask.force,
      onProgress: ({ position, total }) => {
        if (position < total && position - reported < PROGRESS_EVERY) return;
        reported = position;
        void answer({ position, total });
      },
    });
    await answer({ report });
  } catch (error) {
    await answer({ refused: error instanceof Error ? error.message : String(error) });
  }
}
