import { beforeEach, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { checkViews, type CheckedView } from './check-views.js';
import { put } from '../testing/tampered-event-store.js';

let eventStore: MemoryEventStore;
beforeEach(async () => {
  eventStore = new MemoryEventStore();
  for (let minute = 10; minute < 20; minute += 1)
    await put(eventStore, 'user-ada', [
      'EmailVerified',
      { userId: 'ada' },
      `2026-03-01T09:${minute}:00.000Z`,
    ]);
});

/** View that answers with the given checkpoints in order, then with the last. */
const view = (...checkpoints: number[]): CheckedView => ({
  name: 'history',
  checkpoint: () => Promise.resolve(checkpoints.length > 1 ? checkpoints.shift()! : checkpoints[0]!),
  parkedKeys: async () => [],
});
let looks = 0;
const check = (served: boolean, ...views: CheckedView[]) =>
  checkViews(views, {
    eventStore,
    position: 10,
    served,
    leftOverMs: 120_000,
    looksMax: 3,
    pause: async () => void (looks += 1),
  });
const BEHIND = (at: number) => [
  { rule: 'view-behind', position: at + 1, detail: `the view history stands still at event ${at} of 10` },
];

it('accepts a view at the verified position while the log goes on', async () => {
  expect(await check(true, view(10), view(12))).toEqual({
    problems: [],
    states: [
      { view: 'history', checkpoint: 10, behind: 0 },
      { view: 'history', checkpoint: 12, behind: 0 },
    ],
  });
});

it('waits for a view that moves slowly', async () => {
  expect((await check(true, view(1, 1, 1, 2, 2, 2, 6, 6, 6, 10))).problems).toEqual([]);
});

it('reports a view that stands still beside a running projector, and checks the next view', async () => {
  looks = 0;
  const { problems, states } = await check(true, view(4), view(10));
  expect(problems).toMatchObject(BEHIND(4));
  expect(states).toMatchObject([{ behind: 6 }, { behind: 0 }]);
  expect(looks).toBe(3);
});

it('reports parked keys, even at the end of the log', async () => {
  const parkedKeys = async () => [{ key: 'ada', since: 3, reason: 'PurchaseAccepted: TypeError' }];
  expect((await check(true, { ...view(10), parkedKeys })).problems).toEqual([
    {
      rule: 'view-parked',
      position: 3,
      stream: '',
      detail: 'the view history keeps ada apart from event 3 on: PurchaseAccepted: TypeError',
    },
  ]);
});

it('allows only the last moments to be missing when no projector runs', async () => {
  expect((await check(false, view(8))).problems).toEqual([]);
  expect((await check(false, view(8))).states).toMatchObject([{ behind: 2 }]);
  expect((await check(false, view(6))).problems).toMatchObject(BEHIND(6));
  expect((await check(false, view(0))).problems).toMatchObject(BEHIND(0));
});
