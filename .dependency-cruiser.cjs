/** Import rules between folders. A planted violation in infra/testing/import-rules proves that each rule fires. */
const PROCESSES = 'api|worker|projector|standalone|sandbox|simulator|cli';
const PURE = '\\.(decider|events|errors|evolve|limits|state)\\.ts$|^services/(ledger|products)/';
/** Suites shared by adapters end in `.contract.ts` too; files of services/contracts are the HTTP contract. */
const TESTS = '\\.spec\\.tsx?$|^(?!services/contracts/).*\\.contract\\.ts$|/testing/|^services/bench/';

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'a cycle cannot be read from either end',
      from: {},
      to: { circular: true },
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
      comment: 'deciders import no framework, no I/O and no clock; they may import types of events',
      from: { path: PURE, pathNot: `${TESTS}|^infra/|^web/` },
      to: {
        pathNot: `^services/contracts/|${PURE}|node_modules/zod|^(services/vendors/vendor-adapter|infra/event-store/event-store)\\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'domain-imports-no-process',
      severity: 'error',
      comment: 'only processes and services/runtime create rooms and connect them',
      from: { path: '^services/', pathNot: `^services/(${PROCESSES}|contracts|runtime)/|${TESTS}` },
      to: { path: `^services/(${PROCESSES}|runtime)/|^web/|^read-models/` },
    },
    {
      name: 'runtime-imports-no-process',
      severity: 'error',
      comment: 'services/runtime is shared by all processes and imports none of them',
      from: { path: '^services/runtime/', pathNot: TESTS },
      to: { path: `^services/(${PROCESSES})/|^web/` },
    },
    {
      name: 'http-in-api-alone',
      severity: 'error',
      comment: 'rooms are asked through the buses, not over HTTP; the sandbox is a server of its own',
      from: { path: '^(services|read-models|infra)/', pathNot: `^services/(api|sandbox)/|${TESTS}` },
      to: { path: 'node_modules/(fastify|@fastify|@nestjs/platform-fastify)' },
    },
    {
      name: 'controllers-ask-the-buses',
      severity: 'error',
      comment:
        'a controller turns a call into commands and queries, and what comes back into an answer; it reads no store itself',
      from: { path: '^services/api/controllers/', pathNot: TESTS },
      to: {
        path: '^infra/(crypto/key-vault|event-store/event-store|read-store/|queue/|snapshots/|inbox/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'read-models-read-events-only',
      severity: 'error',
      comment: 'a view is made from events and nothing else',
      from: { path: '^read-models/', pathNot: TESTS },
      to: { path: '^(services|web)/', pathNot: '^services/(contracts|ledger|products)/|\\.events\\.ts$' },
    },
    {
      name: 'infra-knows-no-domain',
      severity: 'error',
      comment: 'infra knows no wallet and no purchase',
      from: { path: '^infra/', pathNot: `${TESTS}|^infra/start/` },
      to: { path: '^(services|read-models|web)/' },
    },
    {
      name: 'test-machinery-knows-no-domain',
      severity: 'error',
      comment:
        'infra/testing may import one file of services: it asks a running server over its control socket',
      from: { path: '^infra/testing/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(services|read-models|web)/', pathNot: '^services/cli/control-socket\\.ts$' },
    },
    {
      name: 'web-imports-contracts-only',
      severity: 'error',
      comment: 'the browser shares contracts and nothing else',
      from: { path: '^web/src/' },
      to: { path: '^(services|infra|read-models)/', pathNot: '^services/contracts/' },
    },
    {
      name: 'roles-are-apart',
      severity: 'error',
      comment:
        'customer, administrator, auditor and entry never import each other; share through products, domain or ui',
      from: { path: '^web/src/(customer|administrator|auditor|entry)/' },
      to: { path: '^web/src/(customer|administrator|auditor|entry)/', pathNot: '^web/src/$1/' },
    },
    {
      name: 'products-are-islands',
      severity: 'error',
      comment: 'a product never imports another; products/purchase is what they share',
      from: { path: '^web/src/products/([^/]+)/' },
      to: { path: '^web/src/products/', pathNot: '^web/src/products/($1|purchase)/' },
    },
    {
      name: 'app-assembles',
      severity: 'error',
      comment: 'app imports the four roles; what they share imports none of them',
      from: { path: '^web/src/(?!app/|customer/|administrator/|auditor/|entry/)' },
      to: { path: '^web/src/(app|customer|administrator|auditor|entry)/' },
    },
    {
      name: 'products-stand-above-the-kit',
      severity: 'error',
      comment: 'api, domain, languages, live, ui and worker know no product',
      from: { path: '^web/src/(api|domain|languages|live|ui|worker)/' },
      to: { path: '^web/src/products/' },
    },
    {
      name: 'ui-knows-no-domain',
      severity: 'error',
      comment:
        'the kit would serve any product: no contracts, no calls; its few words stand in the catalogue too',
      from: { path: '^web/src/ui/' },
      to: { pathNot: '^web/src/(ui|languages)/|node_modules/' },
    },
    {
      name: 'languages-know-nobody',
      severity: 'error',
      comment: 'every folder may import languages, so languages imports none of them',
      from: { path: '^web/src/languages/' },
      to: { pathNot: '^web/src/languages/|^services/contracts/|^virtual:catalogue/|node_modules/' },
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
