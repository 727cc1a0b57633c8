// `npm start`: install, build and become the standalone server.
import { build, install } from './toolchain.mjs';

install();
build();
process.env.NODE_ENV ||= 'development';
await import('../../dist/services/standalone/main.js');
