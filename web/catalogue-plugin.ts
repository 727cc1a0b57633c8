import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:catalogue/';

/** Compiles a catalogue of `src/languages` while the web is built, so that no browser has to read ICU MessageFormat. */
export function catalogues(): Plugin {
  return {
    name: 'catalogues',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const file = path.join(import.meta.dirname, 'src/languages', `${id.slice(PREFIX.length + 1)}.json`);
      this.addWatchFile(file);
      const texts = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
      const compiled = Object.fromEntries(
        Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]),
      );
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))});`;
    },
  };
}
