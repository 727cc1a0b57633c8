import { afterAll, describe, it } from '@jest/globals';
import { type MongoServer, reachMongo } from './mongo-server.js';

const reached = await reachMongo();
if (!('missing' in reached)) afterAll(() => reached.stop());

/** Skipped with the reason when there is no server. */
export function describeWithMongo(name: string, tests: (mongo: MongoServer) => void): void {
  if ('missing' in reached)
    describe.skip(`${name} (${reached.missing})`, () => it('is not tested', () => undefined));
  else describe(name, () => tests(reached));
}
