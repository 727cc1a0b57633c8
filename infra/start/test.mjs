// `npm test`: everything that runs without Docker, on the build. Arguments go to jest.
import { spawnSync } from 'node:child_process';
import { build, install, root } from './toolchain.mjs';

install();
build();
const { status } = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'test' },
  },
);
process.exit(status ?? 1);
