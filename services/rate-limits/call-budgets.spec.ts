import { describe, expect, it } from '@jest/globals';
import { CallBudgets, raisedLimits } from './call-budgets.js';

const LIMITS = { read: 10, buy: 5, inFlight: 2 };

describe('budgets of calls', () => {
  it('keep purchases apart from reads, and callers apart from each other', () => {
    const budgets = new CallBudgets(LIMITS, 100);
    const ada = budgets.of('ada', 0);
    for (let n = 0; n < 10; n += 1) expect(ada.take('buy', 0)).toBe(0);
    expect(ada.take('buy', 0)).toBe(200);
    expect(ada.take('read', 0)).toBe(0);
    expect(budgets.of('bola', 0).take('buy', 0)).toBe(0);
    expect(budgets.of('ada', 0)).toBe(ada);
  });

  it('are crowded at the allowed number of calls under way', () => {
    const ada = new CallBudgets(LIMITS, 100).of('ada', 0);
    ada.inFlight = 1;
    expect(ada.crowded).toBe(false);
    ada.inFlight = 2;
    expect(ada.crowded).toBe(true);
    ada.setLimits(raisedLimits(LIMITS, 20), 0);
    expect(ada.crowded).toBe(false);
  });

  it('let a few reads of a caller work at once, and the others in turn', () => {
    const begun: number[] = [];
    const ada = new CallBudgets({ ...LIMITS, inFlight: 10 }, 100).of('ada', 0);
    for (const read of [1, 2, 3, 4]) ada.beginRead(() => begun.push(read));
    expect(begun).toEqual([1, 2]);
    ada.endRead();
    expect(begun).toEqual([1, 2, 3]);
    for (let ended = 0; ended < 3; ended += 1) ada.endRead();
    ada.beginRead(() => begun.push(5));
    expect(begun).toEqual([1, 2, 3, 4, 5]);
  });

  it('are forgotten once a new one would be the same, and never while a call is under way', () => {
    const budgets = new CallBudgets(LIMITS, 100);
    budgets.of('ada', 0).take('buy', 0);
    budgets.of('bola', 0).inFlight = 1;
    budgets.sweep(100);
    expect(budgets.size).toBe(2);
    budgets.sweep(200);
    expect(budgets.size).toBe(1);
    budgets.of('bola', 0).inFlight = 0;
    budgets.sweep(200);
    expect(budgets.size).toBe(0);
  });

  it('report each allowed call once, and count reported calls of other processes', () => {
    const budgets = new CallBudgets(LIMITS, 100);
    budgets.of('early', 0).take('buy', 0);
    expect(budgets.takeReports()).toEqual([]);
    budgets.keepReports();
    for (let n = 0; n < 15; n += 1) budgets.of('ada', 0).take('buy', 0);
    budgets.of('ada', 0).take('read', 0);
    budgets.of('ada', 0).giveBack('buy');
    budgets.of('ada', 0).charge('read', 0);
    expect(budgets.takeReports()).toEqual([['ada', 2, 9]]);
    expect(budgets.takeReports()).toEqual([]);
    budgets.takeElsewhere([['bola', 19, 4]], 0);
    expect([budgets.of('bola', 0).left('read', 0), budgets.of('bola', 0).left('buy', 0)]).toEqual([1, 5]);
    expect(budgets.takeReports()).toEqual([]);
  });

  it('report no calls without a limit', () => {
    const budgets = new CallBudgets({ ...LIMITS, buy: 0 }, 100);
    budgets.keepReports();
    budgets.of('ada', 0).take('buy', 0);
    budgets.of('ada', 0).charge('buy', 0);
    expect(budgets.takeReports()).toEqual([]);
  });

  it('are no more than allowed, however many addresses call', () => {
    const budgets = new CallBudgets(LIMITS, 100);
    for (let n = 0; n < 1_000; n += 1) budgets.of(`10.0.0.${n}`, 0).take('read', 0);
    expect(budgets.size).toBe(100);
  });

  it.each([
    [undefined, LIMITS],
    [50, { read: 50, buy: 50, inFlight: 20 }],
    [1, { read: 1, buy: 1, inFlight: 2 }],
  ])('of an account that may make %s calls a second are %j', (perSecond, limits) => {
    expect(raisedLimits(LIMITS, perSecond)).toEqual(limits);
  });

  it('stay without a limit that is switched off, also for a raised account', () => {
    expect(raisedLimits({ read: 0, buy: 0, inFlight: 0 }, 50)).toEqual({ read: 0, buy: 0, inFlight: 0 });
  });
});
