// `npm run ledger -- <command>`: the operators' and auditors' command line.
import { build, install } from './toolchain.mjs';

install();
build();
await import('../../dist/services/cli/main.js');
