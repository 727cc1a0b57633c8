import { readFileSync } from 'node:fs';

/** `package.json` is next to `dist`. This is also true in the server's image. */
const PACKAGE = new URL('../../../package.json', import.meta.url);

/** Version of this build. */
export const VERSION: string = (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;
