import { expect, it } from '@jest/globals';

interface Tested {
  readonly ancestorTitles: readonly string[];
  readonly status: 'passed' | 'failed' | 'pending';
}
const { contractLines } = (await import(
  new URL('../../../infra/testing/count-reporter.mjs', import.meta.url).href
)) as { contractLines: (tests: readonly Tested[]) => string[] };

const test = (status: Tested['status'], ...ancestorTitles: string[]): Tested => ({ ancestorTitles, status });

it('lists which contract suites ran on which adapter, with counts, and nothing else', () => {
  const lines = contractLines([
    test('passed', 'job queue: BullMQ'),
    test('passed', 'event store: LMDB', 'append'),
    test('passed', 'event store: LMDB', 'reads'),
    test('failed', 'event store: LMDB', 'reads'),
    test('pending', 'event store: EventStoreDB (skipped: EVENTSTORE_URL is not set)'),
    test('passed', 'on Redis', 'sessions: Redis'),
    test('passed', 'a wallet'),
  ]);
  expect(lines.map((line) => line.replace(/ +/g, ' '))).toEqual([
    'contract: event store EventStoreDB (skipped: EVENTSTORE_URL is not set) 0 passed, 1 skipped',
    'contract: event store LMDB 2 passed, 1 failed',
    'contract: job queue BullMQ 1 passed',
    'contract: sessions Redis 1 passed',
  ]);
});
