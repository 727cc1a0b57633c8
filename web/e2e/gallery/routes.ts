import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the app says which pages it has. */
const APP = fileURLToPath(new URL('../../../../web/src/', import.meta.url));

/** Whose page it is, and so who is signed in while it is looked at. */
export type Viewer = 'nobody' | 'customer' | 'administrator';

export interface Route {
  /** As the router knows it: `/receipt/:reference`. */
  readonly path: string;
  readonly viewer: Viewer;
}

/** The sources that name addresses. Its rooms are files of the web, which the server's build does not compile: they are read as text. */
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

/** Every address of the app, as its router and the descriptors of its products have them. */
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
