import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

export interface WebFile {
  readonly type: string;
  readonly plain: Buffer;
  /** What the build compressed beforehand. */
  readonly brotli?: Buffer;
  readonly gzip?: Buffer;
  readonly etag: string;
  /** Its name holds a digest of its content: it never changes. */
  readonly immutable: boolean;
}

const HASHED = /-[A-Za-z0-9_-]{8,}\.\w+$/;

/** The built web, read once: small, and then no request touches the disk or can name a file that was not built. */
export function readWebFiles(dir: string): ReadonlyMap<string, WebFile> {
  const files = new Map<string, WebFile>();
  const entries = statSync(dir, { throwIfNoEntry: false })
    ? readdirSync(dir, { recursive: true, withFileTypes: true })
    : [];
  const read = new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [`/${relative(dir, path).split(sep).join('/')}`, readFileSync(path)] as const),
  );
  for (const [path, plain] of read) {
    const type = TYPES[extname(path)];
    if (type === undefined) continue;
    const brotli = read.get(`${path}.br`);
    const gzip = read.get(`${path}.gz`);
    files.set(path, {
      ...{
        type,
        plain,
        etag: `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`,
        immutable: HASHED.test(path),
      },
      ...(brotli && { brotli }),
      ...(gzip && { gzip }),
    });
  }
  return files;
}
