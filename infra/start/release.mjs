// `npm run release` packs the build of the version in `package.json` into an archive. With `--check` every ledger in
// services/standalone/testing/releases is then started, used and verified with the build from the archive.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, fail, install, root } from './toolchain.mjs';

/** All that an installation needs, apart from the packages of `package-lock.json`. */
const PARTS = [
  'package.json',
  'package-lock.json',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs',
  'docker-compose.yml',
  'infra/docker',
  'dist/app',
  'dist/pack',
  'dist/public',
];

function run(program, args, options = {}) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options });
  if (status !== 0) fail(`${program} ended with ${status}: the release is not ready.`);
}

install();
build();
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = join(root, 'dist', 'release');
const archive = join(folder, `naira-ledger-${version}.tar.gz`);
mkdirSync(folder, { recursive: true });
run('tar', ['-czf', archive, '--exclude=*.spec.ts', ...PARTS]);
const digest = createHash('sha256').update(readFileSync(archive)).digest('hex');
process.stdout.write(`${archive}\nSHA-256 ${digest}\n`);

if (process.argv.includes('--check')) {
  const unpacked = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    run('tar', ['-xzf', archive, '-C', unpacked]);
    symlinkSync(join(root, 'node_modules'), join(unpacked, 'node_modules'));
    const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
    run(process.execPath, [...jest, 'standalone/e2e/releases.e2e'], {
      env: { ...process.env, NODE_ENV: 'test', RELEASE_ROOT: unpacked },
    });
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}
