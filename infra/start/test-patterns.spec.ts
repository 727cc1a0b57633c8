import { describe, expect, it } from '@jest/globals';

const { chosenBy } = (await import(
  new URL('../../../infra/start/test-patterns.mjs', import.meta.url).href
)) as {
  chosenBy(
    given: readonly string[],
    dist: string,
  ): {
    readonly patterns: readonly string[];
    readonly options: readonly string[];
  };
};

const DIST = '/home/ada/naira-ledger/dist';
const SUITES = [
  'services/wallet/wallet.decider.spec.js',
  'services/purchases/attempt/next-query.spec.js',
  'services/purchases/attempt/next-query.int.spec.js',
  'web/e2e/history.e2e.spec.js',
];

const chosen = (...given: string[]): string[] => {
  const { patterns } = chosenBy(given, DIST);
  return SUITES.filter((suite) => patterns.some((pattern) => new RegExp(pattern).test(`${DIST}/${suite}`)));
};

describe('suites chosen by npm test', () => {
  it('are all without a name', () => expect(chosen()).toEqual(SUITES));

  it('are those whose path contains a name', () => {
    expect(chosen('next-query')).toEqual(SUITES.slice(1, 3));
    expect(chosen('wallet/', 'history')).toEqual([SUITES[0], SUITES[3]]);
    expect(chosen('services/wallet/wallet.decider.spec.ts')).toEqual([SUITES[0]]);
  });

  it('are those of a level whose path contains a name', () => {
    expect(chosen('--level=unit')).toEqual(SUITES.slice(0, 2));
    expect(chosen('--level=unit', 'next-query')).toEqual([SUITES[1]]);
    expect(chosen('--level=int', 'next-query')).toEqual([SUITES[2]]);
    expect(chosen('--level=e2e', 'next-query')).toEqual([]);
  });

  it('are not found by the folder that the checkout lies in', () =>
    expect(chosen('naira-ledger')).toEqual([]));

  it('refuses a level that does not exist', () =>
    expect(() => chosenBy(['--level=slow'], DIST)).toThrow(
      'There is no level "slow": choose unit, int, e2e.',
    ));

  it('hands options on to jest', () =>
    expect(chosenBy(['--level=unit', '--bail', 'wallet'], DIST).options).toEqual(['--bail']));
});
