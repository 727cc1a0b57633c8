import { readFileSync } from 'node:fs';

/** `package.json` lies beside `dist`, also in the server's image. */
const PACKAGE = new URL('../../../package.json', import.meta.url);

/** Version of this build. */
export const VERSION: string = (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;
