import { expect } from '@jest/globals';
import { addressOf, CALLS } from '../../contracts/calls.js';
import type { Decision, ExternalRow } from '../../contracts/admin/external.contract.js';
import { eventually, send } from './callers.js';
import type { Answer, SignedIn } from './callers.js';

/** Administrator who uses one process of the product. */
export interface Presser {
  readonly url: string;
  readonly who: SignedIn;
  /** First and last name, as shown to the other administrator. */
  readonly name: string;
}

const BUTTONS = { refund: 'refundExternal', successful: 'markSuccessful' } as const;

export const press = (
  { url, who }: Pick<Presser, 'url' | 'who'>,
  decision: Decision,
  id: string,
): Promise<Answer> =>
  send(url + addressOf(CALLS[BUTTONS[decision]], id), 'POST', { reason: 'on record' }, who.headers);

interface Pressed extends Answer {
  /** True when the first answer was lost or 503, so that the button was pressed again. */
  readonly again: boolean;
}

/** Repeats the decision until there is an answer. */
async function pressed(presser: Presser, decision: Decision, id: string): Promise<Pressed> {
  let tries = 0;
  const answer = await eventually(
    () => {
      tries += 1;
      return press(presser, decision, id).catch(() => undefined);
    },
    (got) => got !== undefined && got.status !== 503,
  );
  return { ...answer!, again: tries > 1 };
}

/**
 * Presses Refund and Successful on each row at the same time. Checks that one wins and the other
 * administrator is told. @returns the winning decision by id
 */
export async function decideAtOnce(
  rows: readonly ExternalRow[],
  refunder: Presser,
  marker: Presser,
): Promise<ReadonlyMap<string, Decision>> {
  const won = new Map<string, Decision>();
  for (const [n, { id }] of rows.entries()) {
    const presses = [() => pressed(refunder, 'refund', id), () => pressed(marker, 'successful', id)];
    const [first, second] = (await Promise.all(
      (n % 2 === 0 ? presses : presses.toReversed()).map((begin) => begin()),
    )) as [Pressed, Pressed];
    const [refund, mark] = n % 2 === 0 ? [first, second] : [second, first];
    const refunded = refund.status === 200;
    const [winner, loser] = refunded ? [refund, mark] : [mark, refund];
    expect([winner, loser]).toMatchObject([
      { status: 200, body: { status: true } },
      { status: 409, body: { status: false, code: 'PURCHASE_SETTLED' } },
    ]);
    expect(winner.again ? ['done', 'before'] : ['done']).toContain(winner.body['result']);
    expect(loser.body['message']).toContain(
      refunded ? `${refunder.name} refunded it on` : `${marker.name} marked it as successful on`,
    );
    won.set(id, refunded ? 'refund' : 'successful');
  }
  return won;
}
