// `npm run dev`: the server restarts when its code changes, the web reloads in place (Vite, port 5173).
import { spawn } from 'node:child_process';
import { build, install, requireNode, root } from './toolchain.mjs';

requireNode();
install();
build();
const children = [
  [
    'node_modules/@swc/cli/bin/swc.js',
    'services',
    'read-models',
    'infra',
    '-d',
    'dist',
    '--watch',
    '--quiet',
  ],
  ['--watch', '--watch-preserve-output', 'dist/services/standalone/main.js'],
  ['node_modules/vite/bin/vite.js', 'web'],
].map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }));
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
process.on('SIGINT', stop).on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
