import type { Page, Route } from 'playwright-core';

export const STATES = ['full', 'empty', 'loading', 'error', 'long'] as const;
export type State = (typeof STATES)[number];

/** Calls of the page frame, answered in every state. */
const OF_THE_FRAME = /^\/api\/(?:user_data|admin\/me|session|site-links|broadcasts)/;

const LONG_WORDS = 'Oluwaseun-Abdulrahman Chukwuemeka Ngozi-Adaeze Okonkwo-Balarabe of Isale-Eko';
const LONG_SENTENCE = `${LONG_WORDS} wrote a text that is longer than anybody who drew this page had in mind, and goes on.`;
/** In naira, as long as the largest wallet balance. */
const LARGE = 98_765_432.1;

/** Fields with text of people, which no page bases a decision on. */
const NAMED =
  /(?:^|_)(?:first_name|last_name|username|name|customer|plan|bank_name|account_name|narration)$/i;
const SAID = /(?:^|_)(?:text|title|note|reason|description|summary|lead)$/i;
const COUNTED = /(?:^|_)(?:amount|balance|price|charge|discount|fee|wallet)$/i;

type Json = null | boolean | number | string | readonly Json[] | { readonly [field: string]: Json };

/** Empties all lists of an answer. */
export function emptied(value: Json, field = ''): Json {
  // Months are listed even when empty.
  if (field === 'months' && Array.isArray(value)) return value.map(zeroed);
  if (Array.isArray(value)) return [];
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      /^(?:count|total_count|total_pages)$/.test(name) && typeof inner === 'number'
        ? 0
        : emptied(inner, name),
    ]),
  );
}

const zeroed = (value: Json): Json =>
  Object.fromEntries(
    Object.entries(value as { readonly [field: string]: Json }).map(([field, inner]) => [
      field,
      typeof inner === 'number' ? 0 : emptied(inner),
    ]),
  );

export function lengthened(value: Json, field = ''): Json {
  if (Array.isArray(value)) return value.map((inner: Json) => lengthened(inner, field));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, lengthened(inner, name)]));
  if (typeof value === 'number') return COUNTED.test(field) ? LARGE : value;
  if (typeof value !== 'string' || value === '') return value;
  // Digits without a point are kobo.
  if (COUNTED.test(field) && /^-?\d+(?:\.\d+)?$/.test(value))
    return value.includes('.') ? String(LARGE) : String(LARGE * 100);
  if (NAMED.test(field)) return LONG_WORDS;
  return SAID.test(field) ? LONG_SENTENCE : value;
}

const changes: Partial<Record<State, (answer: Json) => Json>> = { empty: emptied, long: lengthened };

/** Makes the page's later `fetch` calls end as `state` requires. */
export async function enterState(page: Page, state: State): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  if (state === 'full') return;
  await page.route('**/*', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const ofFrame = OF_THE_FRAME.test(pathname);
    if (request.resourceType() !== 'fetch' || pathname.startsWith('/assets/')) return route.fallback();
    if (state === 'loading') return ofFrame ? route.fallback() : undefined;
    if (state === 'error') return ofFrame ? route.fallback() : route.fulfill({ status: 503, body: '' });
    return changed(route, changes[state]!, ofFrame && state === 'empty');
  });
}

async function changed(route: Route, change: (answer: Json) => Json, left: boolean): Promise<void> {
  if (left) return route.fallback();
  try {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, json: change(JSON.parse(text) as Json) });
  } catch {
    // Not JSON, or the page has moved on.
    await route.fallback().catch(() => undefined);
  }
}
