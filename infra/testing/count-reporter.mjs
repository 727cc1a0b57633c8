// Ends every run with what was skipped and why, and one line of counts. A skipped test carries its reason in its name.
export default class CountReporter {
  onRunComplete(_contexts, results) {
    const skipped = results.testResults.flatMap((file) =>
      file.testResults
        .filter((test) => test.status === 'pending' || test.status === 'todo')
        .map((test) => test.fullName),
    );
    const lines = skipped.map((name) => `skipped: ${name}`);
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    lines.push(`${results.numPassedTests} passed, ${failed} failed, ${skipped.length} skipped`);
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}
