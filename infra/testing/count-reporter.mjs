// Jest reporter: ends each run with counts per contract suite and adapter, the skipped tests, and totals.
// A skipped test carries its reason in its name. A contract suite is a `describe` titled `<port>: <adapter>`.
const PORTS = [
  'event store',
  'read store',
  'job queue',
  'sessions',
  'limits',
  'key vault',
  'snapshots',
  'inbox',
  'vendor',
];
const SUITE = new RegExp(`^(${PORTS.join('|')}): (.+)$`);

function suiteOf({ ancestorTitles }) {
  for (const title of ancestorTitles) {
    const [, port, adapter] = SUITE.exec(title) ?? [];
    if (port) return { port, adapter };
  }
  return undefined;
}

export function contractLines(tests) {
  const suites = new Map();
  for (const test of tests) {
    const suite = suiteOf(test);
    if (!suite) continue;
    const key = `${suite.port}: ${suite.adapter}`;
    const counts = suites.get(key) ?? { ...suite, passed: 0, failed: 0, skipped: 0 };
    suites.set(key, counts);
    if (test.status === 'passed') counts.passed += 1;
    else if (test.status === 'failed') counts.failed += 1;
    else counts.skipped += 1;
  }
  const rank = ({ port }) => PORTS.indexOf(port);
  const sorted = [...suites.values()].sort(
    (one, other) => rank(one) - rank(other) || one.adapter.localeCompare(other.adapter),
  );
  return sorted.map(({ port, adapter, passed, failed, skipped }) => {
    const said = [
      `${passed} passed`,
      ...(failed ? [`${failed} failed`] : []),
      ...(skipped ? [`${skipped} skipped`] : []),
    ];
    return `contract: ${port.padEnd(12)} ${adapter.padEnd(52)} ${said.join(', ')}`;
  });
}

export default class CountReporter {
  onRunComplete(_contexts, results) {
    const tests = results.testResults.flatMap((file) => file.testResults);
    const skipped = tests.filter(({ status }) => status === 'pending' || status === 'todo');
    const suites = results.testResults.filter(
      (file) => file.testResults.length > 0 && file.testResults.every(({ status }) => status === 'pending'),
    );
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const lines = [
      ...contractLines(tests),
      ...skipped.map(({ fullName }) => `skipped: ${fullName}`),
      `${suites.length} suites skipped as a whole`,
      `${results.numPassedTests} passed, ${failed} failed, ${skipped.length} skipped`,
    ];
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}
