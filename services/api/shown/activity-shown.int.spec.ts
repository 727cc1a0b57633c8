import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { QueryBus } from '@nestjs/cqrs';
import { ListActivity, ListActivityHandler } from '../../../read-models/activity/activity.query.js';
import { GivenEvents } from '../../../read-models/testing/given-events.js';
import { type ReadModels, readModelsOf } from '../../../read-models/testing/read-models-of.js';
import type { Administrator } from '../../administrators/administrators.js';
import type { Invitations } from '../../administrators/invitations/invitations.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Users } from '../../customers/users.js';
import { ActivityShown } from './activity-shown.js';

const OWNER: Administrator = {
  userId: 'ife',
  role: 'admin',
  permissions: ['owner'],
  secondFactor: false,
  suspended: false,
};

const UNDATED = { custom_start_date: undefined, custom_end_date: undefined };

describe('the activity log of one administrator', () => {
  let models: ReadModels;
  let activity: ActivityShown;

  beforeEach(async () => {
    models = await readModelsOf(
      new GivenEvents()
        .by({ kind: 'admin', id: 'ife' })
        .tell('user-ada', 'ProfileChanged', { userId: 'ada', sealed: 'sealed for ada' })
        .tell('catalog', 'AffiliateFeeSet', { fee: '150000', was: '100000' })
        .by({ kind: 'admin', id: 'obi' })
        .tell('catalog', 'AffiliateFeeSet', { fee: '160000', was: '150000' }).events,
    );
    const vault = { loadKeys: async () => undefined, open: () => undefined };
    const queries = {
      execute: async (query: unknown) =>
        query instanceof ListActivity
          ? new ListActivityHandler(models.readStore, vault as never).execute(query)
          : (query as { readonly idOrReference: string }).idOrReference,
    } as QueryBus;
    const roles = new Map([
      ['ife', 'admin'],
      ['obi', 'admin'],
      ['ada', 'user'],
    ]);
    const users = {
      byIds: async () => new Map(),
      byId: async (userId: string) => ({ userId, role: roles.get(userId) }),
      emails: { ownerOf: async (email: string) => [...roles.keys()].find((id) => `${id}@a.ng` === email) },
    } as unknown as Users;
    const invitations = { pending: async () => [] } as unknown as Invitations;
    activity = new ActivityShown(queries, {} as Catalog, users, invitations);
  });
  afterEach(() => models.close());

  it.each([
    ['nothing', '', ['Changed the affiliate charge', 'Changed a profile']],
    ['their own email', 'ife@a.ng', ['Changed the affiliate charge', 'Changed a profile']],
    ['the email of whom it is about', 'ada@a.ng', ['Changed a profile']],
    ['the email of a colleague', 'obi@a.ng', []],
  ])('is searched by %s', async (_, search, whats) => {
    const found = await activity.list(OWNER, { ...UNDATED, administrator: 'ife', search });
    expect([found.activity.map(({ what }) => what), found.total]).toEqual([whats, whats.length]);
  });

  it("of a colleague is found by the colleague's email alone", async () => {
    const { activity: found } = await activity.list(OWNER, { ...UNDATED, search: 'obi@a.ng' });
    expect(found.map(({ administrator_id }) => administrator_id)).toEqual(['obi']);
  });
});
