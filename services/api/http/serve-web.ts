import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brands } from '../../brand/brands.js';
import type { LegalPages } from '../../brand/legal/legal-pages.js';
import { Icons } from '../../brand/logo/icons.js';
import type { Logos } from '../../brand/logo/logos.js';
import { isLogoPath, logoPath } from '../../contracts/brand/logo.js';
import { randomBytes } from '../../../infra/host/chance.js';
import { CSP_NONCE_PLACEHOLDER } from '../../contracts/calls.js';
import { VERIFY_RECEIPT_PATH } from '../../contracts/history.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import { ownEntry } from '../../contracts/own-entry.js';
import { brandedFiles, etagOf, type WebFile, INDEX } from './branded-files.js';
import { wrongMethod, type DeclaredRoutes } from './declared-routes.js';

const PAGES: Readonly<Record<string, string>> = { [VERIFY_RECEIPT_PATH]: '/verifier/page.html' };
/** Matches the paths of API calls. `/settings` itself is a page and does not match. */
const CALL_PREFIX = /^\/(?:(?:api|services|banking|webhooks|v1)(?:\/|$)|settings\/.)/;

const YEAR_SECONDS = 31_536_000;

const securityHeaders = (secure: boolean): FastifyHelmetOptions => ({
  global: false,
  strictTransportSecurity: secure && { maxAge: YEAR_SECONDS, includeSubDomains: true },
  xContentTypeOptions: true,
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  // Helmet's policy would give scripts a nonce. Our own `contentSecurityPolicy` gives them none.
  contentSecurityPolicy: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xPoweredBy: false,
  xXssProtection: false,
});

/**
 * Content security policy of a web page. A `nonce` allows the inline styles of the index page. No
 * other inline code is allowed.
 */
const contentSecurityPolicy = (nonce: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'${nonce && ` 'nonce-${nonce}'`}; img-src 'self' data:; font-src 'self'; ` +
  `connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'`;

const PERMISSIONS_POLICY =
  'camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)';

function secured(reply: FastifyReply, nonce: string): FastifyReply {
  reply.helmet();
  return reply
    .header('content-security-policy', contentSecurityPolicy(nonce))
    .header('permissions-policy', PERMISSIONS_POLICY);
}

/**
 * Serves the files of the web build. Every other page address gets `index.html` with a new nonce
 * for its styles.
 */
export function serveWeb(
  server: FastifyInstance,
  {
    webDir,
    secure,
    routes,
    brands,
    legalPages,
    logos,
  }: {
    webDir: string;
    secure: boolean;
    routes: DeclaredRoutes;
    brands: Pick<Brands, 'current'>;
    legalPages: Pick<LegalPages, 'published'>;
    logos: Pick<Logos, 'current' | 'newest'>;
  },
): void {
  const files = readWebFiles(webDir);
  const branded = brandedFiles(files);
  const icons = new Icons();
  let index: { readonly of: WebFile; readonly parts: readonly string[] } | undefined;

  const page = (reply: FastifyReply, found: WebFile | undefined): FastifyReply => {
    if (!found) throw new RuleBroken('NOT_FOUND');
    if (index?.of !== found)
      index = { of: found, parts: found.plain.toString().split(CSP_NONCE_PLACEHOLDER) };
    const nonce = randomBytes(16).toString('base64');
    return secured(reply, nonce)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(index.parts.join(nonce));
  };

  const file = (request: FastifyRequest, reply: FastifyReply, found: WebFile): FastifyReply => {
    secured(reply, '')
      .header('content-type', found.type)
      .header('cache-control', found.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('etag', found.etag)
      .header('vary', 'accept-encoding');
    if (request.headers['if-none-match'] === found.etag) return reply.code(304).send();
    const accepted = String(request.headers['accept-encoding'] ?? '');
    if (found.brotli && /\bbr\b/.test(accepted))
      return reply.header('content-encoding', 'br').send(found.brotli);
    if (found.gzip && /\bgzip\b/.test(accepted))
      return reply.header('content-encoding', 'gzip').send(found.gzip);
    return reply.send(found.plain);
  };

  /** Redirects from earlier logos to the present one, because old mails show them. */
  const logo = async (path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const known = await logos.current();
    const found = known && logoPath(known.digest) === path ? known : (await logos.newest()).logo;
    if (!found) throw new RuleBroken('NOT_FOUND');
    const present = logoPath(found.digest);
    if (present !== path) return reply.header('cache-control', 'no-store').redirect(present, 302);
    return file(request, reply, pictureOf(found.png, true));
  };

  // A plugin of its own keeps the hooks of web pages away from API calls.
  void server.register(async (web) => {
    await web.register(helmet, securityHeaders(secure));
    web.get('/*', { config: { rules: { access: 'public', kind: 'reads' } } }, async (request, reply) => {
      const path = request.url.split('?', 1)[0]!;
      const wrong = wrongMethod(routes, request, reply);
      if (wrong) throw wrong;
      if (CALL_PREFIX.test(path)) throw new RuleBroken('NOT_FOUND');
      const name = ownEntry(PAGES, path) ?? path;
      const kept = files.get(name);
      if (kept?.immutable) return file(request, reply, kept);
      if (isLogoPath(path)) return logo(path, request, reply);
      if (!kept && /\.\w{1,8}$/.test(path)) throw new RuleBroken('NOT_FOUND');
      const [brand, legal, shown] = await Promise.all([
        brands.current(),
        legalPages.published(),
        logos.current(),
      ]);
      const icon = path.startsWith(ICONS) ? (await icons.of(brand, shown))?.get(path) : undefined;
      if (icon) return file(request, reply, pictureOf(icon, false));
      const found = path === INDEX ? undefined : branded(name, brand, legal, shown);
      return found ? file(request, reply, found) : page(reply, branded(INDEX, brand, legal, shown));
    });
  });
}

const ICONS = '/icons/';

const pictureOf = (plain: Buffer, immutable: boolean): WebFile => ({
  type: 'image/png',
  plain,
  etag: etagOf(plain),
  immutable,
});

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

const HASHED = /-[\w-]{7,8}\.\w+$/;

/**
 * Reads all files of the web build once, at the start. A request can therefore never read a file
 * outside of the build.
 */
function readWebFiles(dir: string): ReadonlyMap<string, WebFile> {
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
    const type = ownEntry(TYPES, extname(path));
    if (type === undefined || path.includes('/.')) continue;
    const brotli = read.get(`${path}.br`);
    const gzip = read.get(`${path}.gz`);
    files.set(path, {
      type,
      plain,
      etag: etagOf(plain),
      immutable: HASHED.test(path),
      ...(brotli && { brotli }),
      ...(gzip && { gzip }),
    });
  }
  return files;
}
