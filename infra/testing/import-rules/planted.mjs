// Proves that every import rule fires: plants a violation per rule in a copy of the tree and expects its name.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import readTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const { forbidden, options } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'));
const rules = forbidden.map((rule) => rule.name);

/** Files that break each rule. */
const PLANTED = {
  'no-circular': {
    'infra/a.ts': "import type { B } from './b.js';\nexport type A = B | 1;",
    'infra/b.ts': "import type { A } from './a.js';\nexport type B = A[];",
  },
  'contracts-stand-alone': {
    'services/contracts/x.ts': "import { readFileSync } from 'node:fs';\nexport const x = readFileSync;",
  },
  'deciders-are-pure': {
    'services/wallet/x.decider.ts': "import { randomUUID } from 'node:crypto';\nexport const x = randomUUID;",
  },
  'domain-imports-no-process': {
    'services/api/y.ts': 'export const y = 1;',
    'services/wallet/x.ts': "export { y } from '../api/y.js';",
  },
  'runtime-imports-no-process': {
    'services/api/y.ts': 'export const y = 1;',
    'services/runtime/x.ts': "export { y } from '../api/y.js';",
  },
  'http-in-api-alone': {
    'services/wallet/x.ts': "import { fastify } from 'fastify';\nexport const x = fastify;",
  },
  'controllers-ask-the-buses': {
    'infra/read-store/view.ts': "export const READ_STORE = Symbol('READ_STORE');",
    'services/api/controllers/x.controller.ts':
      "import { READ_STORE } from '../../../infra/read-store/view.js';\nexport const x = READ_STORE;",
  },
  'read-models-read-events-only': {
    'services/wallet/y.ts': 'export const y = 1;',
    'read-models/x.ts': "export { y } from '../services/wallet/y.js';",
  },
  'infra-knows-no-domain': {
    'services/wallet/y.ts': 'export const y = 1;',
    'infra/x.ts': "export { y } from '../services/wallet/y.js';",
  },
  'test-machinery-knows-no-domain': {
    'services/wallet/y.ts': 'export const y = 1;',
    'infra/testing/x.ts': "export { y } from '../../services/wallet/y.js';",
  },
  'web-imports-contracts-only': {
    'infra/y.ts': 'export const y = 1;',
    'web/src/x.ts': "export { y } from '../../infra/y.js';",
  },
  'roles-are-apart': {
    'web/src/customer/a/y.ts': 'export const y = 1;',
    'web/src/administrator/b/x.ts': "export { y } from '../../customer/a/y.js';",
  },
  'products-are-islands': {
    'web/src/products/a/y.ts': 'export const y = 1;',
    'web/src/products/b/x.ts': "export { y } from '../a/y.js';",
  },
  'app-assembles': {
    'web/src/customer/a/y.ts': 'export const y = 1;',
    'web/src/domain/x.ts': "export { y } from '../customer/a/y.js';",
  },
  'products-stand-above-the-kit': {
    'web/src/products/a/y.ts': 'export const y = 1;',
    'web/src/domain/x.ts': "export { y } from '../products/a/y.js';",
  },
  'ui-knows-no-domain': {
    'services/contracts/y.ts': 'export const y = 1;',
    'web/src/ui/form/x.ts': "export { y } from '../../../../services/contracts/y.js';",
  },
  'languages-know-nobody': {
    'web/src/ui/y.ts': 'export const y = 1;',
    'web/src/languages/x.ts': "export { y } from '../ui/y.js';",
  },
  'no-barrels': {
    'infra/c/index.ts': 'export const y = 1;',
    'infra/x.ts': "export { y } from './c/index.js';",
  },
  'no-tests-in-product': {
    'infra/testing/y.ts': 'export const y = 1;',
    'infra/x.ts': "export { y } from './testing/y.js';",
  },
};

/** Writes `files` to a new folder. */
function planted(files) {
  const folder = mkdtempSync(join(tmpdir(), 'import-rules-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const missing = rules.filter((rule) => !PLANTED[rule]);
const silent = [];
// Calls `cruise` in this process: starting a process takes longer than the cruise.
for (const [rule, files] of Object.entries(PLANTED)) {
  const folder = planted({ ...files, 'services/anchor.ts': 'export {};' });
  try {
    cpSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    process.chdir(folder);
    const { output } = await cruise(
      Object.keys(files),
      { ...options, ruleSet: { forbidden }, validate: true },
      options.enhancedResolveOptions,
      { tsConfig: readTsConfig(join(folder, 'tsconfig.json')) },
    );
    if (!output.summary.violations.some((violation) => violation.rule.name === rule)) silent.push(rule);
  } finally {
    process.chdir(root);
    rmSync(folder, { recursive: true, force: true });
  }
}
// `rooms.mjs` finds rooms that import each other.
const folder = planted({
  'services/wallet/x.ts': "import { y } from '../catalog/y.js';\nexport const x = () => y;",
  'services/catalog/y.ts': "import type { x } from '../wallet/x.js';\nexport const y: typeof x | 1 = 1;",
  'read-models/x.ts': '',
  'infra/x.ts': '',
});
const rooms = join(root, 'infra', 'testing', 'import-rules', 'rooms.mjs');
if (spawnSync(process.execPath, [rooms, folder]).status === 0) silent.push('rooms-form-no-cycle');
rmSync(folder, { recursive: true, force: true });

if (missing.length || silent.length) {
  process.stderr.write(
    `import rules without a planted violation: ${missing.join(', ') || 'none'}; rules that did not fire: ${silent.join(', ') || 'none'}\n`,
  );
  process.exit(1);
}
process.stdout.write(`${rules.length} import rules fire on their planted violations\n`);
