/** In milliseconds; `until.ts` and Playwright wait so long for one thing. */
const patience = Number(process.env.TEST_PATIENCE_MS ?? 30_000);

/** Tests run on the build: what is tested is what is started, and worker threads find their compiled files. */
export default {
  rootDir: 'dist',
  testEnvironment: 'node',
  transform: {},
  testMatch: ['**/*.spec.js'],
  // Ends what hangs: a test waits for several things, each for `patience` at most.
  testTimeout: 10 * patience,
  // End-to-end suites wait for processes and browsers more than half of their time.
  maxWorkers: 4,
  globalSetup: '<rootDir>/../infra/testing/pool-setup.mjs',
  globalTeardown: '<rootDir>/../infra/testing/pool-teardown.mjs',
  testSequencer: '<rootDir>/../infra/testing/longest-first.mjs',
  workerIdleMemoryLimit: '1GB',
  reporters: ['default', '<rootDir>/../infra/testing/count-reporter.mjs'],
};
