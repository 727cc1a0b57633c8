import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { fromHost } from './infra/testing/lint-rules/from-host.js';
import { ownKeys } from './infra/testing/lint-rules/own-keys.js';
import { plainLiterals } from './infra/testing/lint-rules/plain-literals.js';
import { texts } from './infra/testing/lint-rules/texts.js';

export default tseslint.config(
  { ignores: ['dist', 'data', 'node_modules', 'coverage'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.base],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './web/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: {
      ledger: {
        rules: { 'from-host': fromHost, 'own-keys': ownKeys, 'plain-literals': plainLiterals, texts },
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/ban-ts-comment': 'error',
      'ledger/own-keys': 'error',
      'ledger/plain-literals': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read settings through infra/config.' },
        { object: 'Math', property: 'random', message: 'Use node:crypto; tests pass a seed.' },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    // An LMDB transaction callback that returns a promise can acknowledge a write and lose it.
    files: ['infra/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "CallExpression[callee.property.name=/^(transaction|transactionSync|childTransaction)$/] > ArrowFunctionExpression[body.type!='BlockStatement']",
          message:
            'Write the transaction callback with braces and return nothing: a returned promise loses acknowledged writes.',
        },
        {
          selector:
            'CallExpression[callee.property.name=/^(transaction|transactionSync|childTransaction)$/] > ArrowFunctionExpression[async=true]',
          message: 'A transaction callback is synchronous.',
        },
      ],
    },
  },
  {
    // Column names come from the declaration of a view, never from outside.
    files: [
      'infra/read-store/**/*.ts',
      'infra/simulation/read-models/**/*.ts',
      'services/simulator/judge/read-model-judge.ts',
    ],
    rules: { 'ledger/own-keys': ['error', { lookups: false }] },
  },
  {
    // A simulation runs all these files on a host of its own, so they may not call Node's.
    files: [
      'services/**/*.ts',
      'read-models/**/*.ts',
      'infra/{checkpoints,crypto,inbox,lease,limits,live,mail,projections,sessions,snapshots,threads}/**/*.ts',
      'infra/event-store/*.ts',
      'infra/queue/*.ts',
      'infra/queue/in-process/*.ts',
    ],
    ignores: ['**/*.spec.ts', '**/testing/**', 'services/{bench,sandbox}/**'],
    rules: { 'ledger/from-host': 'error' },
  },
  {
    files: ['**/*.spec.ts', '**/*.spec.tsx', '**/testing/**/*.ts', 'services/bench/**'],
    rules: { 'ledger/own-keys': 'off' },
  },
  {
    files: ['services/**/*.ts', 'read-models/**/*.ts', 'infra/**/*.ts'],
    ignores: ['services/{bench,cli}/**', 'infra/testing/**', 'services/standalone/main.ts'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['**/main.ts', 'services/{bench,cli}/**', '**/*.spec.{ts,tsx}', '**/testing/**', 'web/e2e/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    // Texts for customers and visitors. Administrators, auditors and API users read English only.
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: [
      'web/src/{administrator,auditor}/**',
      'web/src/entry/admin-*/**',
      'web/src/customer/documentation/**',
      'web/src/app/admin/**',
      'web/src/worker/**',
      // Tests compare texts.
      'web/src/**/*.spec.{ts,tsx}',
      'web/src/app/testing/**',
      // Parts for administrators beside those of customers.
      'web/src/api/{admin-session.slice,audit-read,operations.api,sales.api}.ts',
      'web/src/domain/{site-purse,view-lags,operations-words,export-list,live-list-page}.{ts,tsx}',
      'web/src/domain/problems/**',
      'web/src/domain/charts/chart-words.ts',
      'web/src/products/*/admin/**',
      'web/src/ui/table/{list-page,numbered-pager}.tsx',
      // Names of networks, banks and browsers, and cache tags.
      'web/src/domain/{brands/brands,browser-name}.ts',
      'web/src/{api/base-api,live/start-live-updates,ui/theme}.ts',
      'web/src/languages/language.ts',
    ],
    rules: { 'ledger/texts': 'error' },
  },
);
