import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ADMINISTRATORS_CHANNEL } from '../../infra/live/live-hub.js';
import { GivenEvents } from '../testing/given-events.js';
import { readModelsOf, type ReadModels } from '../testing/read-models-of.js';
import { type ActivityQuestion, ListActivityHandler, ListActivity } from './activity.query.js';

const IFE = { kind: 'admin', id: 'ife', sealed: 'from Lagos' } as const;
const OBI = { kind: 'admin', id: 'obi' } as const;
const AUDITOR = { kind: 'auditor', id: 'aud' } as const;

const story = () =>
  new GivenEvents()
    .opened('ada')
    .funded('ada', 100_00n)
    .accepted('ada', 'p1', 50_00n)
    .broadcast('b0', 'By nobody', 'x')
    .by(IFE)
    .broadcast('b1', 'Offer', '1GB for 99')
    .tell('catalog', 'AffiliateFeeSet', { fee: '150000', was: '100000' })
    .by(OBI)
    .tell('broadcast-b1', 'BroadcastDeactivated', { broadcastId: 'b1' })
    .tell('user-ada', 'ProfileChanged', { userId: 'ada', sealed: 'sealed for ada' })
    .by(AUDITOR)
    .tell('user-aud', 'ProfileChanged', { userId: 'aud', sealed: 'sealed for aud' });

describe('the activity log', () => {
  let models: ReadModels;
  /** People whose keys are loaded. The key of `obi` was deleted. */
  const atHand = new Set<string>();
  const vault = {
    loadKeys: async (ids: readonly string[]) => ids.forEach((id) => atHand.add(id)),
    open: (id: string, sealed: string) =>
      atHand.has(id) && id !== 'obi' ? { text: `${sealed}, opened` } : undefined,
  };
  beforeEach(() => atHand.clear());
  afterEach(() => models.close());
  const list = async (question: ActivityQuestion = {}) =>
    (await new ListActivityHandler(models.readStore, vault).execute(new ListActivity(question))).rows;
  const whats = async (question?: ActivityQuestion) => (await list(question)).map(({ what }) => what);

  it('lists acts of administrators and auditors, newest first, and no acts of others', async () => {
    models = await readModelsOf(story().events);
    expect(
      (await list()).map(({ actor_id, what, area, subject }) => [actor_id, what, area, subject]),
    ).toEqual([
      ['aud', 'Changed a profile', 'administrators', ''],
      ['obi', 'Changed a profile', 'customers', ''],
      ['obi', 'Deactivated a broadcast', 'broadcasts', 'Offer'],
      ['ife', 'Changed the affiliate charge', 'catalogue', 'Catalog'],
      ['ife', 'Activated a broadcast', 'broadcasts', 'Offer'],
      ['ife', 'Created a broadcast', 'broadcasts', 'Offer'],
    ]);
  });

  it('lists vendors that the product paused and resumed by itself', async () => {
    const pause = {
      service: 'airtime',
      vendor: 2,
      reason: 'Delivered 0 of 20 in the last 10 minutes',
    } as const;
    const automatic = { cause: 'success', times: 1, delivered: 0, attempts: 20 } as never;
    const script = new GivenEvents()
      .by({ kind: 'system', id: 'system' })
      .tell('catalog', 'VendorPaused', { ...pause, automatic })
      .tell('catalog', 'VendorProbeOpened', { ...pause, pauseId: 'p', until: '2026-03-10T08:02:00.000Z' })
      .tell('catalog', 'VendorResumed', {
        ...pause,
        pauseId: 'p',
        reason: 'A purchase that probed it was delivered',
      })
      .tell('catalog', 'NetworkSwitched', { network: 1, on: false });
    models = await readModelsOf(script.events);
    expect(await list({ actorId: 'system' })).toMatchObject([
      { what: 'Resumed a vendor', reason: 'A purchase that probed it was delivered' },
      {
        what: 'Paused a vendor by itself',
        area: 'vendors',
        subject: 'Airtime',
        reason: pause.reason,
        changes: [{ field: 'Vendor', before: '', after: '2' }],
      },
    ]);
    expect(await list()).toHaveLength(2);
  });

  it('opens the origin and the personal changes while their keys exist', async () => {
    const { events } = story()
      .by({ ...OBI, sealed: 'from Kano' })
      .broadcast('b2', 'Late', 'x');
    models = await readModelsOf(events);
    const [unopened, , auditor, profile, , fee] = await list();
    expect(unopened?.origin).toEqual({});
    expect([auditor?.origin, profile?.personal]).toEqual([{}, { text: 'sealed for ada, opened' }]);
    expect([fee?.origin, fee?.personal]).toEqual([{ text: 'from Lagos, opened' }, {}]);
  });

  it('is searched by actor, area, subject, day and any word', async () => {
    models = await readModelsOf(story().events);
    expect(await whats({ actorId: 'obi' })).toEqual(['Changed a profile', 'Deactivated a broadcast']);
    expect(await whats({ area: 'catalogue' })).toEqual(['Changed the affiliate charge']);
    expect(await whats({ subjectId: 'ada' })).toEqual(['Changed a profile']);
    expect(await whats({ search: '1,500' })).toEqual(['Changed the affiliate charge']);
    expect(await whats({ search: 'for 99' })).toEqual(['Created a broadcast']);
    expect(await whats({ from: '2026-03-11' })).toEqual([]);
    expect(await whats({ search: 'sealed for ada' })).toEqual([]);
  });

  it('announces acts live to administrators only, and nothing that it does not list', async () => {
    models = await readModelsOf([]);
    await models.hear(new GivenEvents().opened('ada').funded('ada', 1n).events);
    const told = () => models.committed.at(-1)?.changes ?? [];
    expect(told().filter(({ list: name }) => name === 'activity')).toEqual([]);
    await models.hear(
      new GivenEvents().by(IFE).tell('catalog', 'NetworkSwitched', { network: 1, on: false }).events,
    );
    expect(told()).toContainEqual({ userId: ADMINISTRATORS_CHANNEL, list: 'activity' });
  });

  it('is the same again after a rebuild, also when a person was erased', async () => {
    models = await readModelsOf(story().events);
    await models.hear(
      new GivenEvents().forgotten('ada').events.map((told) => ({
        ...told,
        event: { ...told.event, id: 'ffffffff-0000-4000-8000-000000000001' },
      })),
    );
    expect(await models.running.rebuild('activity', { pageSize: 3 })).toMatchObject({
      differing: 0,
      swapped: true,
    });
  });
});
