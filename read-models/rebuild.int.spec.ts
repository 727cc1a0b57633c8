import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { projections } from './views.js';
import { trialBalance } from './trial-balance/trial-balance.query.js';
import { readModelsOf } from './testing/read-models-of.js';
import { GivenEvents } from './testing/given-events.js';

const userIds = ['ada', 'bola', 'chidi'];
const Action = fc.record({
  user: fc.constantFrom(...userIds),
  kobo: fc.bigInt(1n, 10n ** 12n),
  what: fc.constantFrom('fund', 'buy', 'send', 'capture', 'release', 'reverse'),
  which: fc.nat(),
});
type Action = typeof Action extends fc.Arbitrary<infer Value> ? Value : never;

/** Events in any order that wallets allow: purchases are sent, captured or released, and perhaps reversed. */
function eventsOf(actions: readonly Action[]): GivenEvents {
  const given = new GivenEvents();
  const held: { user: string; id: string; kobo: bigint }[] = [];
  const captured: typeof held = [];
  for (const userId of userIds) given.opened(userId);
  for (const [number, { user, kobo, what, which }] of actions.entries()) {
    if (what === 'fund') given.funded(user, kobo);
    if (what === 'buy') {
      held.push({ user, id: `p${number}`, kobo });
      given.accepted(user, `p${number}`, kobo);
    }
    const open = held[which % Math.max(1, held.length)];
    if (what === 'send' && open) given.sent(open.user, open.id);
    if ((what === 'capture' || what === 'release') && open) {
      held.splice(held.indexOf(open), 1);
      if (what === 'capture') captured.push(open);
      given[what === 'capture' ? 'captured' : 'released'](open.user, open.id, open.kobo);
    }
    const settled = what === 'reverse' ? captured.pop() : undefined;
    if (settled) given.reversed(settled.user, settled.id, settled.kobo);
  }
  return given;
}

describe('rebuild of every view', () => {
  it('gives identical rows for any story and any batching', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(Action, { maxLength: 80 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        async (actions, batchMax, pageSize) => {
          const models = await readModelsOf(eventsOf(actions).events, { batchMax });
          try {
            for (const { view } of projections)
              expect(await models.running.rebuild(view.name, { pageSize })).toMatchObject({
                differing: 0,
                swapped: true,
              });
            expect((await trialBalance({ readStore: models.readStore })).sum).toBe(0n);
          } finally {
            await models.close();
          }
        },
      ),
      { numRuns: 40, seed: 20_260_310 },
    );
  });
});
