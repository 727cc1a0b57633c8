// Type-checks and lints a project with the same `ts.Program`, which saves working out types twice: `node with-types.mjs
// server|web`.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import ts from 'typescript';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const OF_WEB = ['web/src/**', 'web/vite.config.ts'];
/**
 * `lints` without `ignores` of all projects together equal `eslint .`. A file outside of its program is a parser error.
 */
const PROJECTS = {
  server: { config: 'tsconfig.json', lints: ['.'], ignores: OF_WEB },
  web: { config: 'web/tsconfig.json', lints: OF_WEB, ignores: [] },
};

const project = PROJECTS[process.argv[2]];
if (!project) throw new Error(`name a project: ${Object.keys(PROJECTS).join(' or ')}`);
process.chdir(ROOT);

const shown = {
  getCanonicalFileName: (path) => path,
  getCurrentDirectory: () => ROOT,
  getNewLine: () => '\n',
};
const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(project.config, undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (fault) => {
    throw new Error(ts.formatDiagnostic(fault, shown));
  },
});
const host = ts.createCompilerHost(options, true);
host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
const program = ts.createProgram({
  rootNames: fileNames,
  options,
  host,
  configFileParsingDiagnostics: errors,
});
const faults = ts.getPreEmitDiagnostics(program);
process.stdout.write(ts.formatDiagnostics(faults, shown));

const eslint = new ESLint({
  cwd: ROOT,
  ignorePatterns: project.ignores,
  overrideConfig: {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { programs: [program] } },
  },
});
const results = await eslint.lintFiles(project.lints);
const formatter = await eslint.loadFormatter('stylish');
process.stdout.write(await formatter.format(results));
const found = results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0);
if (faults.length > 0 || found) process.exit(1);
process.stdout.write(`${results.length} files compile and follow the lint rules\n`);
