// `npm run api`, `worker`, `projector`, `sandbox`: install, build and become that process of a cluster.
import { build, fail, install } from './toolchain.mjs';

const ROLES = ['api', 'worker', 'projector', 'sandbox'];
const role = process.argv[2];

if (!ROLES.includes(role)) fail(`say which: ${ROLES.join(', ')}`);
install();
build();
process.env.NODE_ENV ||= 'development';
await import(`../../dist/services/${role}/main.js`);
