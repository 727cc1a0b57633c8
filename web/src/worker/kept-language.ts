/** Name of a store in Cache Storage. Service workers can read this store, but not `localStorage`. */
const STORE = 'language';
const ADDRESS = '/language';

export async function keepLanguage(language: string): Promise<void> {
  await (await caches.open(STORE)).put(ADDRESS, new Response(language));
}

export async function keptLanguage(): Promise<string> {
  const kept = await caches.match(ADDRESS, { cacheName: STORE });
  return (await kept?.text()) ?? '';
}
