import { describe, expect, it } from '@jest/globals';
import { projections } from './views.js';

/** A stream of each kind that a projection may tell apart. */
const STREAMS = ['wallet-u1', 'user-u1', 'purchase-0a', 'catalog', 'api-token-1', 'ledger-seals'];

describe('the types that a projection lists', () => {
  const listed = projections.filter(({ types }) => types !== undefined);
  const all = [...new Set(listed.flatMap(({ types = [] }) => [...types]))];

  it.each(listed.map((projection) => [projection.view.name, projection] as const))(
    'of %s are all types that it wants',
    (_, { types, wants = () => true }) => {
      for (const type of all)
        for (const stream of STREAMS)
          if (wants(type, stream)) expect([type, types!.has(type)]).toEqual([type, true]);
    },
  );

  it('exist for most projections, and include erasure for views with personal columns', () => {
    expect(listed.length).toBeGreaterThan(projections.length / 2);
    for (const { view, types } of listed)
      if (view.personal?.length)
        expect([view.name, types!.has('PersonForgotten')]).toEqual([view.name, true]);
  });
});
