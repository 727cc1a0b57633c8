// `npm test [-- NAME…]` runs the built suites whose path contains a NAME, or all. `--level=unit|int|e2e` runs one
// level. Arguments with a dash go to jest.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { chosenBy } from './test-patterns.mjs';
import { build, fail, install, root } from './toolchain.mjs';

let chosen;
try {
  chosen = chosenBy(process.argv.slice(2), join(root, 'dist'));
} catch (error) {
  fail(error.message);
}

install();
build({ forTests: true });
// A larger young generation saves a fifth of the processor time of suites, which create much short-lived garbage.
const jest = [
  '--min-semi-space-size=32',
  '--max-semi-space-size=64',
  '--experimental-vm-modules',
  '--no-warnings',
  'node_modules/jest/bin/jest.js',
];
const { status } = spawnSync(process.execPath, [...jest, ...chosen.options, '--', ...chosen.patterns], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'test' },
});
process.exit(status ?? 1);
