import type { Redis } from 'ioredis';
import { z } from 'zod';
import { randomUUID } from '../../infra/host/chance.js';
import { monotonicMs } from '../../infra/host/clock.js';
import { sleep } from '../../infra/host/timers.js';
import type { UnparkReport } from '../../infra/projections/unpark-view.js';
import type { RebuildOptions, RebuildReport } from '../../infra/projections/rebuild-view.js';

/** The projector at work, as far as it can be asked for something. */
export interface AskedProjector {
  /** Empty while another one is at work. */
  health(): readonly unknown[];
  rebuild(view: string, options?: RebuildOptions): Promise<RebuildReport>;
  unpark(view: string): Promise<UnparkReport>;
}

/** Somebody wants a view rebuilt, or what it keeps apart brought level, by the projector that is at work. */
const Ask = z.object({
  /** Absent: rebuild. */
  ask: z.literal('unpark').optional(),
  id: z.string(),
  view: z.string(),
  force: z.boolean(),
});
type Ask = z.infer<typeof Ask>;
/** What another version may ask for, which is told that nobody here understands it. */
const Unknown = z.object({ id: z.string() });

/** Any number of progress lines, then one of the others. */
type Answer =
  | { readonly position: number; readonly total: number }
  | { readonly report: RebuildReport | UnparkReport }
  | { readonly refused: string };

const ASKS = 'ledger:projector:asks';
const answersOf = (id: string): string => `ledger:projector:answers:${id}`;
const LOOK_EVERY_MS = 250;
/** A standby takes over sooner than this. */
const UNHEARD_MS = 20_000;
const KEPT_SECONDS = 600;
const PROGRESS_EVERY = 20_000;

export interface RebuildAsk {
  readonly view: string;
  readonly force?: boolean;
  readonly onProgress?: (progress: { position: number; total: number }) => void;
}

/** Has the projector at work rebuild a view. @throws Error with its words, or when none is at work */
export async function askProjector(
  client: Redis,
  { view, force = false, onProgress }: RebuildAsk,
): Promise<RebuildReport> {
  return (await asked(client, { id: randomUUID(), view, force }, onProgress)) as RebuildReport;
}

/** Has the projector at work bring level what a view keeps apart. @throws Error with its words, or when none is at work */
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

/** The projector's side: takes asks while it is at work, one after the other. Resolves after the signal. */
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

/** Undefined for what is no JSON, which nobody of ours has sent. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Answers an ask, of which another version may mean something that this one would take for something else: that is refused. */
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
