/** A store that pages and the worker share: the worker cannot read what pages keep for themselves. */
const STORE = 'language';
const ADDRESS = '/language';

/** Keeps the language of this browser's messages for what the worker has to say by itself. */
export async function keepLanguage(language: string): Promise<void> {
  await (await caches.open(STORE)).put(ADDRESS, new Response(language));
}

/** The language that was kept; empty where none was. */
export async function keptLanguage(): Promise<string> {
  const kept = await caches.match(ADDRESS, { cacheName: STORE });
  return (await kept?.text()) ?? '';
}
