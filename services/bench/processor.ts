import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds per clock tick in the files of `/proc`. */
const TICK_MS = 10;

/** Processor time in milliseconds. Threads that have ended are missing. */
export interface Spent {
  readonly total: number;
  readonly threads: Readonly<Record<string, number>>;
}

/** Reads the name and the processor time of a process or thread from its `stat` file in `/proc`. */
function read(file: string): { readonly name: string; readonly ms: number } {
  const text = readFileSync(file, 'utf8');
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return { name: text.slice(text.indexOf('(') + 1, end), ms: (user + system) * TICK_MS };
}

function threadsOf(pid: number): Map<string, { readonly name: string; readonly ms: number }> {
  const threads = new Map<string, { readonly name: string; readonly ms: number }>();
  for (const id of readdirSync(`/proc/${pid}/task`))
    try {
      const { name, ms } = read(`/proc/${pid}/task/${id}/stat`);
      const named = id === String(pid) ? 'main' : name.startsWith('node') ? 'pool' : name;
      threads.set(id, { name: named, ms });
    } catch {
      // Skip a thread that has ended since `readdirSync` listed it.
    }
  return threads;
}

export const processorMsOf = (pid: number): number => read(`/proc/${pid}/stat`).ms;

/** The returned function tells the time spent since the start. */
export function meter(pid: number): () => Spent {
  const [before, threadsBefore] = [processorMsOf(pid), threadsOf(pid)];
  return () => {
    const threads: Record<string, number> = {};
    for (const [id, { name, ms }] of threadsOf(pid))
      threads[name] = (threads[name] ?? 0) + ms - (threadsBefore.get(id)?.ms ?? 0);
    return { total: processorMsOf(pid) - before, threads };
  };
}

export const rssAnonMb = (pid: number): number =>
  Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1_024;
