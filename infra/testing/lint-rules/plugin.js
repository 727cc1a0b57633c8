// The project's own rules of `.oxlintrc.json`.
import { fromHost } from './from-host.js';
import { inProject } from './in-project.js';
import { ownKeys } from './own-keys.js';
import { plainLiterals } from './plain-literals.js';
import { texts } from './texts.js';
import { transactions } from './transactions.js';
import { typeImports } from './type-imports.js';

export default {
  meta: { name: 'ledger' },
  rules: {
    'from-host': fromHost,
    'in-project': inProject,
    'own-keys': ownKeys,
    'plain-literals': plainLiterals,
    texts,
    transactions,
    'type-imports': typeImports,
  },
};
