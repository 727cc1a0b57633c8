import { statSync } from 'node:fs';

/** Slowest suites first: a long suite that starts last delays the whole run. */
const LEVELS = [/\.e2e\.spec\.js$/, /\.int\.spec\.js$/];

const levelOf = ({ path }) => {
  const level = LEVELS.findIndex((name) => name.test(path));
  return level < 0 ? LEVELS.length : level;
};
const bytesOf = ({ path }) => statSync(path).size;

/** Orders by `LEVELS`, then by size: needs no durations of earlier runs. */
export default class LongestFirst {
  sort(tests) {
    return [...tests].sort((one, other) => levelOf(one) - levelOf(other) || bytesOf(other) - bytesOf(one));
  }

  /** Each shard gets its part of each level. */
  shard(tests, { shardIndex, shardCount }) {
    return this.sort(tests).filter((_, index) => index % shardCount === shardIndex - 1);
  }

  /** Runs are not remembered. */
  allFailedTests() {
    return [];
  }

  cacheResults() {}
}
