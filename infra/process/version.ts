import { readFileSync } from 'node:fs';

/** `package.json` lies next to the folder `dist`, also in the container image. */
const PACKAGE = new URL('../../../package.json', import.meta.url);

export const VERSION: string = (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;
