// `npm run bench`: measures the built product.
import { build, install } from './toolchain.mjs';

install();
build();
await import('../../dist/infra/testing/bench/main.js');
