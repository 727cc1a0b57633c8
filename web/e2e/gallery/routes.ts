import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Sources of the app. */
const APP = fileURLToPath(new URL('../../../../web/src/', import.meta.url));

export type Viewer = 'nobody' | 'customer' | 'administrator';

export interface Route {
  /** Pattern of the router, such as `/receipt/:reference`. */
  readonly path: string;
  readonly viewer: Viewer;
}

/** Sources that name addresses. The server's build does not compile the web, so they are read as text. */
export interface RouteSources {
  readonly app: string;
  readonly administrators: string;
  readonly products: readonly string[];
}

export const sourcesOfApp = (): RouteSources => ({
  app: readFileSync(join(APP, 'app/app-routes.tsx'), 'utf8'),
  administrators: readFileSync(join(APP, 'app/admin/admin-routes.tsx'), 'utf8'),
  products: readdirSync(join(APP, 'products'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.product.tsx'))
    .sort()
    .map((file) => readFileSync(join(APP, 'products', file), 'utf8')),
});

const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found]) => found!);
const written = (text: string): string[] => all(text, /<Route path="(\/[^"]*)"/g);

export function routesOf({ app, administrators, products }: RouteSources): Route[] {
  const [open = '', own = ''] = app.split('<RequireSession />');
  const [doors = '', ...ofAdmin] = administrators.split('<Route element={<RequireAdmin />}>').reverse();
  const of = (viewer: Viewer, paths: readonly string[]): Route[] => paths.map((path) => ({ path, viewer }));
  return [
    ...of('nobody', written(open)),
    ...of('customer', [
      ...written(own),
      ...products.flatMap((text) =>
        all(text, /^ {2}paths: \[([^\]]+)\]/gm).flatMap((paths) => all(paths, /'([^']+)'/g)),
      ),
      ...products.flatMap((text) => all(text, /^ {2}history: \{\s+path: '([^']+)'/gm)),
    ]),
    ...of('nobody', ['/adminlogin', ...written(ofAdmin.join('') + doors)]),
    ...of('administrator', [
      ...all(administrators, /^ {2}'(\/[^']+)': /gm),
      ...products.flatMap((text) => all(text, /^ {2}(?:house|adminList): \{\s+path: '([^']+)'/gm)),
    ]),
  ];
}
