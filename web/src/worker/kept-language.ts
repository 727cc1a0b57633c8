/** Cache Storage, because workers cannot read `localStorage`. */
const STORE = 'language';
const ADDRESS = '/language';

/** Keeps the language for the worker's own messages. */
export async function keepLanguage(language: string): Promise<void> {
  await (await caches.open(STORE)).put(ADDRESS, new Response(language));
}

/** Empty when none is kept. */
export async function keptLanguage(): Promise<string> {
  const kept = await caches.match(ADDRESS, { cacheName: STORE });
  return (await kept?.text()) ?? '';
}
