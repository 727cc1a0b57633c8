// `npm run build`: install and build what is out of date.
import { build, install, requireNode } from './toolchain.mjs';

requireNode();
install();
build();
