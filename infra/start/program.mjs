// `npm start`, `npm run api`, `ledger`, `bench`, `simulate`, `gallery` and the like: installs and builds what is out of date and becomes that program.
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
  simulate: 'services/simulator/main.js',
  gallery: 'web/e2e/gallery/main.js',
  lighthouse: 'web/e2e/lighthouse/main.js',
  speed: 'web/e2e/speed/main.js',
};

/** What begins with this word of package.json; `build` ends where the others begin. */
export async function become(name) {
  const programs = { ...PROCESSES, ...COMMANDS };
  if (name !== 'build' && !Object.hasOwn(programs, name))
    fail(`say which: build, ${Object.keys(programs).join(', ')}`);
  install();
  build();
  if (name === 'build') return;
  if (Object.hasOwn(PROCESSES, name)) process.env.NODE_ENV ||= 'development';
  await import(`../../dist/${programs[name]}`);
}
