import type { FastifyInstance } from 'fastify';

/** `POST /vendor-keys` `{ vendor, key }`: replaces the key of our account at the vendor. */
export function vendorKeysRoutes(app: FastifyInstance, vendorOfKey: Map<string, number>): void {
  app.post('/vendor-keys', (request, reply) => {
    const { vendor, key } = (request.body ?? {}) as { readonly vendor?: unknown; readonly key?: unknown };
    if (typeof vendor !== 'number' || typeof key !== 'string' || ![...vendorOfKey.values()].includes(vendor))
      return reply.code(422).send({ message: 'name a vendor from 1 to 8, and a key' });
    for (const [known, code] of vendorOfKey) if (code === vendor) vendorOfKey.delete(known);
    vendorOfKey.set(key, vendor);
    return reply.send({ vendor, key });
  });
}
