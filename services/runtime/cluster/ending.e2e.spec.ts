import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultRaiser, MET, PERSONAL, type FaultRaiser } from '../../../infra/testing/raise-faults.js';
import { eventually } from '../../standalone/testing/callers.js';
import { problemsOf } from './testing/problems-of.js';
import { clusterMissing, startCluster, type TestCluster } from './testing/start-cluster.js';

/** Stops each process while its stores are away, and after an unhandled fault. */
const missing = await clusterMissing();
if (missing) describe.skip(`ending (${missing})`, () => it('is not tested', () => undefined));
else
  describe('a process of a cluster', () => {
    let cluster: TestCluster;
    let folder: string;
    let raiser: FaultRaiser;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'ending-'));
      raiser = faultRaiser(folder);
      const settings = { ...raiser.environment, DEMO_DATA: '0', LOG_LEVEL: 'warn' };
      cluster = await startCluster({ api: 1, worker: 1, projector: 2, settings });
    });
    afterAll(async () => {
      await cluster?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    const stores: Record<string, { away(): Promise<unknown>; back(): Promise<unknown> }> = {
      MongoDB: { away: () => cluster.mongo.away(), back: () => cluster.mongo.back() },
      Redis: { away: () => cluster.redis.kill(), back: () => cluster.redis.start() },
      'the event store': {
        away: () => cluster.eventStore.tell('refuse'),
        back: () => cluster.eventStore.tell('accept'),
      },
    };

    it.each([
      ['MongoDB', ['MongoDB']],
      ['Redis', ['Redis']],
      ['MongoDB, Redis and the event store', Object.keys(stores)],
    ])('stops with 0 while it has no %s', async (_names, names) => {
      for (const name of names) await stores[name]!.away();
      // Wait until background work has met the outage, so that some work is unfinished.
      for (const member of cluster.members)
        await eventually(
          () => problemsOf(member),
          (problems) => names.every((name) => problems.some((problem) => problem.includes(name))),
        );
      const codes = await Promise.all(
        cluster.members.map(async (member) => [member.role, await member.stop(), member.output()]),
      );
      const late = codes.filter(([, code]) => code !== 0);
      expect(late).toEqual([]);
      for (const name of names) await stores[name]!.back();
      await Promise.all(cluster.members.map((member) => member.start()));
    });

    it.each([
      ['api', 'rejection'],
      ['worker', 'exception'],
      ['projector', 'rejection'],
    ] as const)('exits with 1 after an unhandled fault: %s, %s', async (role, kind) => {
      const [member] = cluster.of(role);
      const before = member!.output().length;
      raiser.raise(`app/${role}.js`, kind);
      expect(await member!.ended()).toBe(1);
      raiser.raise('none', kind);
      const output = member!.output().slice(before);
      expect(output.split('\n').filter((line) => line.includes(MET))).toHaveLength(1);
      expect(output).not.toMatch(PERSONAL);
      expect(output).not.toContain('did not end in time');
    });
  });
