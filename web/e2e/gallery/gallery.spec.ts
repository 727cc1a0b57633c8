import { expect, it } from '@jest/globals';
import { ADMIN_SIDE_ROWS } from '../admin/admin-side-rows.js';
import { PUBLIC_ROUTES, USER_ROUTES } from '../user-side-rows.js';
import { indexPage } from './index-page.js';
import { nameOf, planOf } from './plan.js';
import { routesOf, sourcesOfApp } from './routes.js';
import { emptied, lengthened, STATES } from './states.js';

const sources = sourcesOfApp();
const routes = routesOf(sources);
const paths = routes.map(({ path }) => path);

it('knows every address that a checklist names', () => {
  const ofAdministrators = ADMIN_SIDE_ROWS.flatMap(
    (row) => /^\[admin-route:(\/[^?\]]*)/.exec(row)?.[1] ?? [],
  );
  expect(ofAdministrators.length).toBeGreaterThan(20);
  const named = [...PUBLIC_ROUTES, ...USER_ROUTES, ...ofAdministrators];
  expect(named.filter((path) => !paths.includes(path))).toEqual([]);
  expect(new Set(paths).size).toBe(paths.length);
});

it('plans every page of the app in every state', () => {
  const plan = planOf(routes);
  const missing = paths.flatMap((path) =>
    STATES.filter(
      (wanted) => !plan.some(({ route, state, look }) => route === path && state === wanted && !look),
    ).map((state) => `${path} ${state}`),
  );
  expect(missing).toEqual(STATES.map((state) => `/logout ${state}`));
  expect(new Set(plan.map(nameOf)).size).toBe(plan.length);
});

it('finds a newly added page of a customer or an administrator', () => {
  const app = sources.app.replace('<Route path="/home"', '<Route path="/added" /><Route path="/home"');
  const administrators = sources.administrators.replace(
    "  '/plans': ",
    "  '/added-too': loadPart(() => x),\n  '/plans': ",
  );
  const found = routesOf({ ...sources, app, administrators });
  expect(found).toContainEqual({ path: '/added', viewer: 'customer' });
  expect(found).toContainEqual({ path: '/added-too', viewer: 'administrator' });
  expect(found).toHaveLength(routes.length + 2);
});

it('refuses a page with a parameter that has no example', () =>
  expect(() => planOf([{ path: '/added/:id', viewer: 'customer' }])).toThrow('no example for /added/:id'));

it('empties or lengthens an answer as the state requires', () => {
  const answer = { count: 3, results: [{ a: 1 }], status: 'successful', first_name: 'Ada', amount: 5 };
  expect(emptied(answer)).toEqual({ ...answer, count: 0, results: [] });
  const long = lengthened(answer) as { first_name: string; amount: number };
  expect(long).toMatchObject({ status: 'successful', count: 3, amount: 98_765_432.1 });
  expect(long.first_name.length).toBeGreaterThan(60);
  // Naira have decimals; kobo of the books are whole.
  expect(lengthened({ balance: '-12.50', debits: [{ balance: '-12' }] })).toEqual({
    balance: '98765432.1',
    debits: [{ balance: '9876543210' }],
  });
});

it('shows the reason why a picture is missing', () => {
  const [shot] = planOf(routes);
  const page = indexPage([shot!], new Map([[nameOf(shot!), 'no <h1>']]));
  expect(page).toContain('no &lt;h1>');
  expect(page.match(/<img /g)).toHaveLength(6);
});
