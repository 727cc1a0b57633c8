import type { Member } from './start-cluster.js';

type Facts = Readonly<Record<string, unknown>>;

const ask = async (url: string): Promise<{ status: number; said: Facts }> => {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(30_000) });
  return { status: answer.status, said: (await answer.json()) as Facts };
};

/** What a process says is wrong with it; nothing when it is ready. */
export async function problemsOf({ url }: Pick<Member, 'url'>): Promise<string[]> {
  try {
    const { status, said } = await ask(url);
    return status === 200 ? [] : (said['problems'] as string[]);
  } catch (error) {
    return [`no answer: ${String(error)}`];
  }
}

/** Everything a process says of itself. */
export const factsOf = async ({ url }: Pick<Member, 'url'>): Promise<Facts> => (await ask(url)).said;
