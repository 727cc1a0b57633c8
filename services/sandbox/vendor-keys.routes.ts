import type { FastifyInstance } from 'fastify';

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
