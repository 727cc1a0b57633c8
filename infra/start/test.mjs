// `npm test`: everything that runs without Docker, on the build. `--level=unit|int|e2e` runs one level; other arguments go to jest.
import { spawnSync } from 'node:child_process';
import { build, install, root } from './toolchain.mjs';

/** The level of a test is the ending of its file's name; one without `.int` or `.e2e` is a unit test. */
const LEVELS = {
  unit: ['--testPathIgnorePatterns=\\.(int|e2e)\\.spec\\.js$'],
  int: ['--testMatch=**/*.int.spec.js'],
  e2e: ['--testMatch=**/*.e2e.spec.js'],
};

const levelOf = (argument) => /^--level=(.*)$/.exec(argument)?.[1];
const chosen = process.argv.slice(2).flatMap((argument) => {
  const level = levelOf(argument);
  if (level === undefined) return [argument];
  if (Object.hasOwn(LEVELS, level)) return LEVELS[level];
  console.error(`There is no level "${level}": choose ${Object.keys(LEVELS).join(', ')}.`);
  process.exit(2);
});

install();
build();
const { status } = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', ...chosen],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'test' },
  },
);
process.exit(status ?? 1);
