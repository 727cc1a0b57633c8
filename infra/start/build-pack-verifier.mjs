// Bundles the verifier of auditor packs into one file that needs only Node, from the code that verifies the ledger
// itself.
import { mkdirSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');
const out = path.join(root, 'dist/pack');

const built = await build({
  configFile: false,
  root,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    write: false,
    ssr: path.join(root, 'services/audit/pack/verifier.ts'),
    target: 'node20',
    rolldownOptions: {
      output: { format: 'es' },
      treeshake: { moduleSideEffects: [{ test: /services.contracts/, sideEffects: false }] },
    },
  },
});
const chunks = [built].flat().flatMap(({ output }) => output);
const [file] = chunks;
if (chunks.length !== 1) throw new Error('the verifier of packs is more than one file');
const strange = file.imports.filter((name) => !isBuiltin(name));
if (strange.length > 0) throw new Error(`the verifier of packs needs ${strange.join(', ')}`);
mkdirSync(out, { recursive: true });
writeFileSync(
  path.join(out, 'verify.mjs'),
  `// Checks an auditor pack of a ledger: node verify.mjs [--key hex] [--seals file] [--json] [folder]\n${file.code}`,
);
