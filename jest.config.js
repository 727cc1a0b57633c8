/** Tests run on the build: what is tested is what is started, and worker threads find their compiled files. */
export default {
  rootDir: 'dist',
  testEnvironment: 'node',
  transform: {},
  testMatch: ['**/*.spec.js'],
  // A crowded machine is slow, and no test measures time: this only ends what hangs.
  testTimeout: 900_000,
  maxWorkers: 2,
  testSequencer: '<rootDir>/../infra/testing/longest-first.mjs',
  workerIdleMemoryLimit: '1GB',
  reporters: ['default', '<rootDir>/../infra/testing/count-reporter.mjs'],
};
