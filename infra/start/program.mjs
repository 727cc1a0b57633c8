// Installs and builds outdated parts, then runs the program, such as `npm start` or `ledger`.
import { build, fail, install } from './toolchain.mjs';

const PROCESSES = {
  start: 'app/standalone.js',
  api: 'app/api.js',
  worker: 'app/worker.js',
  projector: 'app/projector.js',
  sandbox: 'app/sandbox.js',
};
const COMMANDS = {
  ledger: 'app/ledger.js',
  bench: 'services/bench/main.js',
  soak: 'services/bench/soak.js',
  simulate: 'services/simulator/main.js',
  drill: 'services/bench/drills/main.js',
  gallery: 'web/e2e/gallery/main.js',
  lighthouse: 'web/e2e/lighthouse/main.js',
  speed: 'web/e2e/speed/main.js',
};

/** Runs the program of this package.json script; `build` only builds. */
export async function become(name) {
  const programs = { ...PROCESSES, ...COMMANDS };
  if (name !== 'build' && !Object.hasOwn(programs, name))
    fail(`say which: build, ${Object.keys(programs).join(', ')}`);
  install();
  build({ forTests: name === 'build' });
  if (name === 'build') return;
  if (Object.hasOwn(PROCESSES, name)) process.env.NODE_ENV ||= 'development';
  // A busy machine takes minutes to start what these programs measure.
  else process.env.TEST_PATIENCE_MS ||= '300000';
  await import(`../../dist/${programs[name]}`);
}
