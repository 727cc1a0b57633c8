import { eventually } from '../../../standalone/testing/callers.js';
import type { Member } from './start-cluster.js';

type Facts = Readonly<Record<string, unknown>>;

const ask = async (url: string): Promise<{ status: number; said: Facts }> => {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(30_000) });
  return { status: answer.status, said: (await answer.json()) as Facts };
};

/** Empty when the process is ready. */
export async function problemsOf({ url }: Pick<Member, 'url'>): Promise<string[]> {
  try {
    const { status, said } = await ask(url);
    return status === 200 ? [] : (said['problems'] as string[]);
  } catch (error) {
    return [`no answer: ${String(error)}`];
  }
}

export const factsOf = async ({ url }: Pick<Member, 'url'>): Promise<Facts> => (await ask(url)).said;

/** `ledger_log_…` of `/metrics`. */
export async function logFactsOf({ url }: Pick<Member, 'url'>): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Object.fromEntries(
    Array.from(text.matchAll(/^ledger_log_(\w+) (\S+)$/gm), ([, name, value]) => [name, Number(value)]),
  );
}

/**
 * Waits until each process was ready once. Not all at one moment: on a crowded machine one may always be
 * late. @throws Error with `whatTheySay`
 */
export async function untilReady(members: readonly Member[]): Promise<void> {
  const untilOneIs = (member: Member): Promise<unknown> =>
    eventually(
      () => problemsOf(member),
      (problems) => problems.length === 0,
      { everyMs: 250 },
    );
  try {
    await Promise.all(members.map(untilOneIs));
  } catch (error) {
    throw new Error(`${String(error)}\n${await whatTheySay(members)}`, { cause: error });
  }
}

export async function whatTheySay(members: readonly Member[]): Promise<string> {
  const said = members.map(async (member) => {
    const facts = await factsOf(member).catch(String);
    return `${member.role} ${JSON.stringify(facts)}\n${member.output().slice(-1_500)}`;
  });
  return (await Promise.all(said)).join('\n');
}
