import { beforeEach, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { checkViews, type CheckedView } from './check-views.js';
import { put } from '../testing/tampered-event-store.js';

/** A log of ten events, one a minute. */
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

/** Says one position after the other, and the last one for ever. */
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

it('a view at the end of what was verified is sound, also when the log went on', async () => {
  expect(await check(true, view(10), view(12))).toEqual({
    problems: [],
    states: [
      { view: 'history', checkpoint: 10, behind: 0 },
      { view: 'history', checkpoint: 12, behind: 0 },
    ],
  });
});

it('a view that moves is waited for, however slowly', async () => {
  expect((await check(true, view(1, 1, 1, 2, 2, 2, 6, 6, 6, 10))).problems).toEqual([]);
});

it('a view that stands still beside a running projector is a fault, and the others are still looked at', async () => {
  looks = 0;
  const { problems, states } = await check(true, view(4), view(10));
  expect(problems).toMatchObject(BEHIND(4));
  expect(states).toMatchObject([{ behind: 6 }, { behind: 0 }]);
  expect(looks).toBe(3);
});

it('a view that keeps somebody apart is a fault, at the end of the log too', async () => {
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

it('where nobody projects, the last moments may be missing and nothing older', async () => {
  expect((await check(false, view(8))).problems).toEqual([]);
  expect((await check(false, view(8))).states).toMatchObject([{ behind: 2 }]);
  expect((await check(false, view(6))).problems).toMatchObject(BEHIND(6));
  expect((await check(false, view(0))).problems).toMatchObject(BEHIND(0));
});
