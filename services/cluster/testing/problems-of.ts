import type { Member } from './start-cluster.js';

/** What a process says is wrong with it; nothing when it is ready. */
export async function problemsOf({ url }: Pick<Member, 'url'>): Promise<string[]> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) });
    const { problems } = (await answer.json()) as { problems: string[] };
    return answer.status === 200 ? [] : problems;
  } catch (error) {
    return [`no answer: ${String(error)}`];
  }
}
