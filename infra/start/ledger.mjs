// `npm run ledger -- <command>`: the operators' and auditors' command line.
import { build, install, requireNode } from './toolchain.mjs';

requireNode();
install();
build();
await import('../../dist/services/cli/main.js');
