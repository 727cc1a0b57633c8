// `npm run bench`: measures the built product.
import { build, install, requireNode } from './toolchain.mjs';

requireNode();
install();
build();
await import('../../dist/infra/testing/bench/main.js');
