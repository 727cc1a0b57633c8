import { describe, expect, it } from '@jest/globals';
import { type Parts, standaloneHealth } from './standalone-health.js';

const HALTED = { view: 'history', halted: { position: 7, reason: 'a poison event' } };

const problemsWith = (parts: { projector?: boolean; worker?: boolean; views?: object[] }): string[] =>
  standaloneHealth({
    eventStore: { lastPosition: () => Promise.resolve(0) },
    projector: { health: () => ({ running: parts.projector ?? true, views: parts.views ?? [] }) },
    worker: { health: () => undefined, running: () => parts.worker ?? true },
  } as unknown as Parts).problems() as string[];

describe('the health of one process', () => {
  it('has no problems while every part runs', () => {
    expect(problemsWith({ views: [{ view: 'wallet' }] })).toEqual([]);
  });

  it.each([
    [{ projector: false }, 'the projector is not running'],
    [{ worker: false }, 'the worker is not running'],
    [{ views: [HALTED] }, 'view history halted at 7: a poison event'],
  ])('tells of %j', (parts, problem) => {
    expect(problemsWith(parts)).toEqual([problem]);
  });

  it('reports all problems at once', () => {
    expect(problemsWith({ projector: false, worker: false, views: [HALTED] })).toHaveLength(3);
  });
});
