import { afterAll, describe, it } from '@jest/globals';
import { type MongoServer, reachMongo } from './mongo-server.js';

const reached = await reachMongo();
if (!('missing' in reached)) afterAll(() => reached.stop());

/** Describes what needs a server that speaks MongoDB's protocol; skipped with the reason where none can be had. */
export function describeWithMongo(name: string, tests: (mongo: MongoServer) => void): void {
  if ('missing' in reached)
    describe.skip(`${name} (${reached.missing})`, () => it('is not tested', () => undefined));
  else describe(name, () => tests(reached));
}
