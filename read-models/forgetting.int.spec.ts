import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Row, View } from '../infra/read-store/view.js';
import { readModelsOf, type ReadModels } from './testing/read-models-of.js';
import { GivenEvents } from './testing/given-events.js';
import { projections } from './views.js';

const USERS = ['ada', 'bola', 'chidi'] as const;
/** A purchase of `user` and its outcome. */
const Purchase = fc.record({
  user: fc.constantFrom(...USERS),
  ends: fc.constantFrom('open', 'delivered', 'in part', 'refunded', 'reversed'),
});
type Purchase = typeof Purchase extends fc.Arbitrary<infer Value> ? Value : never;

/** Opened content of every seal while the person's key exists: all fields of any order or delivery. */
const CONTENTS = {
  recipient: '08031234567',
  customerName: 'Ada Obi',
  customerAddress: '1 Broad Street',
  phone: '0803',
  firstName: 'Ada',
  lastName: 'Obi',
  email: 'ada@mail.test',
  words: 'call me',
  senderId: 'Ada',
  body: 'hello',
  accountName: 'Ada Obi',
  narration: 'rent',
  tokens: ['12345678901234567890'],
  units: '10 kWh',
  pins: [{ pin: '1', serial: '2' }],
  sessionId: 's',
};
const METER = { service: 'electricity', disco: 18, meterType: 'prepaid' } as const;

function tell(given: GivenEvents, purchases: readonly Purchase[], first: number): void {
  for (const [number, { user, ends }] of purchases.entries()) {
    const id = `p${first + number}`;
    given.accepted(user, id, 500n, { service: 'electricity', product: METER }).sent(user, id);
    const handedOver = { userId: user, purchaseId: id, attempt: 1, vendor: 1, cost: '1', sealed: 'sealed' };
    if (ends !== 'open')
      given.tell(`problem-${id}`, 'ProblemReported', {
        userId: user,
        purchaseId: id,
        reference: id,
        about: 'Pending',
        problem: 'other',
        sealed: 'sealed',
      });
    if (ends === 'delivered' || ends === 'reversed')
      given.tell(`purchase-${id}`, 'AttemptDelivered', handedOver).captured(user, id, 500n);
    if (ends === 'in part')
      given
        .tell(`purchase-${id}`, 'PartiallyDelivered', { ...handedOver, delivered: 1, of: 2 })
        .captured(user, id, 500n);
    if (ends === 'refunded') given.released(user, id, 500n);
    if (ends === 'reversed') given.reversed(user, id, 500n);
  }
}

const rowsOf = async ({ readStore }: ReadModels, view: View): Promise<readonly Row[]> =>
  (
    await readStore.page(view, {
      sort: { column: view.key, direction: 'ascending' },
      skip: 0,
      limit: 1_000,
    })
  ).rows;

/** Maps each view with personal columns to true while a row of the person fills one. */
async function stillKnown(models: ReadModels, userId: string): Promise<Record<string, boolean>> {
  const known: Record<string, boolean> = {};
  for (const { view } of projections)
    if (view.personal?.length)
      known[view.name] = (await rowsOf(models, view)).some(
        (row) => row['user_id'] === userId && view.personal?.some((column) => row[column] !== null),
      );
  return known;
}

describe('forgetting a person', () => {
  it('clears the personal columns of that person alone, and a rebuild gives the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(Purchase, { minLength: 1, maxLength: 20 }),
        fc.array(Purchase, { maxLength: 10 }),
        fc.integer({ min: 1, max: 40 }),
        async (before, later, batchMax) => {
          const keys = new Set<string>(USERS);
          const models = await readModelsOf([], {
            batchMax,
            open: (personId, sealed) => (keys.has(personId) && sealed !== '' ? CONTENTS : undefined),
          });
          try {
            const given = new GivenEvents();
            for (const userId of USERS)
              given
                .tell(`user-${userId}`, 'UserRegistered', {
                  userId,
                  role: 'user',
                  tier: 'regular',
                  sealed: 's',
                })
                .tell(`user-${userId}`, 'ApiTokenIssued', { userId, tokenDigest: 'd', lastFour: '9xQk' })
                .opened(userId);
            tell(given, before, 0);
            const told = given.events.length;
            await models.hear(given.events.slice());
            keys.delete('ada');
            given.forgotten('ada');
            tell(
              given,
              later.filter(({ user }) => user !== 'ada'),
              before.length,
            );
            await models.hear(given.events.slice(told));
            const bola = [...before, ...later].some(({ user }) => user === 'bola');
            expect(Object.values(await stillKnown(models, 'ada'))).not.toContain(true);
            expect(await stillKnown(models, 'bola')).toMatchObject({ history: bola, users: true });
            for (const { view } of projections)
              expect(await models.running.rebuild(view.name)).toMatchObject({ differing: 0, swapped: true });
            expect(Object.values(await stillKnown(models, 'ada'))).not.toContain(true);
          } finally {
            await models.close();
          }
        },
      ),
      { numRuns: 25, seed: 20_260_311 },
    );
  });

  it('requires nullable personal columns and an owner column', () => {
    for (const { view } of projections)
      for (const column of view.personal ?? []) {
        expect({ column, takesNull: view.row.shape[column]?.safeParse(null).success }).toEqual({
          column,
          takesNull: true,
        });
        expect(Object.keys(view.row.shape)).toContain('user_id');
        const found = view.key === 'user_id' || view.indexes.some(([first]) => first === 'user_id');
        expect({ view: view.name, found }).toEqual({ view: view.name, found: true });
      }
  });
});
