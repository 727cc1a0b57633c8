import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Compose {
  readonly services: Readonly<Record<string, { readonly image?: string }>>;
}

/** Reads the image from docker-compose.yml, so that tests run the deployed version. */
export function composeImage(service: 'eventstore' | 'mongo' | 'redis'): string {
  const file = new URL('../../../docker-compose.yml', import.meta.url);
  const { services } = parse(readFileSync(file, 'utf8')) as Compose;
  const image = services[service]?.image;
  if (image === undefined) throw new Error(`docker-compose.yml names no image for ${service}`);
  return image;
}
