import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const OPERATING = 'docs/operating';

it('packs every file that the pages for operators link to', () => {
  const release = readFileSync(path.join(root, 'infra/start/release.mjs'), 'utf8');
  const parts = Array.from(
    /PARTS = \[([^\]]*)\]/.exec(release)![1]!.matchAll(/'([^']+)'/g),
    ([, part]) => part!,
  );
  const linked = readdirSync(path.join(root, OPERATING)).flatMap((page) =>
    Array.from(
      readFileSync(path.join(root, OPERATING, page), 'utf8').matchAll(/\]\((\.\.\/[^)#]+)/g),
      ([, link]) => path.posix.join(OPERATING, link!),
    ),
  );
  expect(linked).toContain('infra/docker/nginx.conf');
  const isPacked = (file: string): boolean => parts.some((part) => `${file}/`.startsWith(`${part}/`));
  expect(linked.filter((file) => !isPacked(file))).toEqual([]);
});
