/** Who may import whom. Each rule has a planted violation in infra/testing/import-rules that proves it fires. */
const PROCESSES = 'api|worker|projector|standalone|cluster|sandbox|cli';
const PURE = '\\.(decider|events|postings|errors|state)\\.ts$|/postings\\.ts$';
const TESTS = '\\.(spec|contract)\\.ts$|/testing/';

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'a cycle cannot be read from either end',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contracts-stand-alone',
      severity: 'error',
      comment: 'what crosses a boundary depends on nothing but zod',
      from: { path: '^services/contracts/', pathNot: TESTS },
      to: { pathNot: '^services/contracts/|node_modules/zod' },
    },
    {
      name: 'deciders-are-pure',
      severity: 'error',
      comment: 'rules know no framework, no I/O, no clock',
      from: { path: `^(services|read-models)/.*(${PURE})`, pathNot: TESTS },
      to: {
        pathNot: `^services/contracts/|${PURE}|node_modules/zod|^services/vendors/vendor-adapter\\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'domain-imports-no-process',
      severity: 'error',
      comment: 'only processes wire things',
      from: { path: '^services/', pathNot: `^services/(${PROCESSES}|contracts)/|${TESTS}` },
      to: { path: `^services/(${PROCESSES})/|^web/|^read-models/` },
    },
    {
      name: 'read-models-read-events-only',
      severity: 'error',
      comment: 'a view is made from events and nothing else',
      from: { path: '^read-models/', pathNot: TESTS },
      to: { path: '^(services|web)/', pathNot: '^services/contracts/|\\.events\\.ts$|/postings\\.ts$' },
    },
    {
      name: 'infra-knows-no-domain',
      severity: 'error',
      comment: 'machinery that knows no wallet',
      from: { path: '^infra/', pathNot: `${TESTS}|^infra/start/` },
      to: { path: '^(services|read-models|web)/' },
    },
    {
      name: 'web-imports-contracts-only',
      severity: 'error',
      comment: 'the browser shares contracts and nothing else',
      from: { path: '^web/src/' },
      to: { path: '^(services|infra|read-models)/', pathNot: '^services/contracts/' },
    },
    {
      name: 'features-are-islands',
      severity: 'error',
      comment: 'a feature never imports another; share through ui or app',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'no-barrels',
      severity: 'error',
      comment: 'an index.ts hides where things are',
      from: {},
      to: { path: '^(services|infra|read-models|web/src).*/index\\.tsx?$' },
    },
    {
      name: 'no-tests-in-product',
      severity: 'error',
      comment: 'product code does not depend on tests',
      from: { path: '^(services|read-models|infra|web/src)/', pathNot: TESTS },
      to: { path: TESTS },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
