import { readFileSync } from 'node:fs';

/** `package.json` is next to `dist`, also in the server's container image. */
const PACKAGE = new URL('../../../package.json', import.meta.url);

/** Version of this build. */
export const VERSION: string = (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;
