import { statSync } from 'node:fs';

/** Tests that boot the product take longest, those in memory least: a long one that starts last keeps everybody waiting. */
const LEVELS = [/\.e2e\.spec\.js$/, /\.int\.spec\.js$/];

const levelOf = ({ path }) => {
  const level = LEVELS.findIndex((name) => name.test(path));
  return level < 0 ? LEVELS.length : level;
};
const bytesOf = ({ path }) => statSync(path).size;

/** The order in which jest starts files: by level, and within one the largest first. It needs no durations of an earlier run. */
export default class LongestFirst {
  sort(tests) {
    return [...tests].sort((one, other) => levelOf(one) - levelOf(other) || bytesOf(other) - bytesOf(one));
  }

  /** Keeps every `shardCount`-th, so that each shard gets its part of each level. */
  shard(tests, { shardIndex, shardCount }) {
    return this.sort(tests).filter((_, index) => index % shardCount === shardIndex - 1);
  }

  /** No run is remembered. */
  allFailedTests() {
    return [];
  }

  cacheResults() {}
}
