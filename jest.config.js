/** Milliseconds that `until.ts` and Playwright wait for one thing. */
const patience = Number(process.env.TEST_PATIENCE_MS ?? 30_000);

/** Tests run on the build in `dist`, which is also what starts, so that worker threads find their compiled files. */
export default {
  rootDir: 'dist',
  testEnvironment: 'node',
  runtime: '<rootDir>/../infra/testing/jest/runtime.cjs',
  resolver: '<rootDir>/../infra/testing/jest/resolver.cjs',
  transform: {},
  testMatch: ['**/*.spec.js'],
  // Ends hanging tests; a test may wait several times for `patience`.
  testTimeout: 10 * patience,
  // More than the cores: end-to-end suites mostly wait for processes and browsers.
  maxWorkers: 4,
  globalSetup: '<rootDir>/../infra/testing/pool-setup.mjs',
  globalTeardown: '<rootDir>/../infra/testing/pool-teardown.mjs',
  testSequencer: '<rootDir>/../infra/testing/longest-first.mjs',
  workerIdleMemoryLimit: '1GB',
  reporters: ['default', '<rootDir>/../infra/testing/count-reporter.mjs'],
};
