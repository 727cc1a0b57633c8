// `npm run dev`: restarts the server when its code changes, and reloads the web in place (Vite, port 5173).
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { build, COMPILE, install, root, SERVER_SOURCES } from './toolchain.mjs';

const SETTLE_MS = 100;
const HERE = { cwd: root, stdio: 'inherit' };

install();
build();

const node = (...args) => spawn(process.execPath, args, HERE);
const web = node('node_modules/vite/bin/vite.js', 'web');
let server = node('dist/services/standalone/main.js');
let stopping = false;
let pending;

/** Compiles, and starts the server once the old one has released the data directory. */
function restart() {
  if (spawnSync(process.execPath, COMPILE, HERE).status !== 0) return;
  const start = () => {
    if (!stopping) server = node('dist/services/standalone/main.js');
  };
  if (server.exitCode !== null || server.signalCode !== null) start();
  else server.once('exit', start).kill('SIGTERM');
}

for (const folder of SERVER_SOURCES)
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(pending);
    pending = setTimeout(restart, SETTLE_MS);
  });

function stop() {
  stopping = true;
  clearTimeout(pending);
  for (const child of [server, web]) child.kill('SIGTERM');
  server.once('exit', () => process.exit(0));
  if (server.exitCode !== null) process.exit(0);
}
process.on('SIGINT', stop).on('SIGTERM', stop);
web.on('exit', stop);
