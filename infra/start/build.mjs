// `npm run build`: install and build what is out of date.
import { build, install } from './toolchain.mjs';

install();
build();
