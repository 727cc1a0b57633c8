import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

const HEADER = 'x-forwarded-for';
/** `1.2.3.4:5678` and `[::1]:5678`, as some load balancers write. */
const WITH_PORT = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([\da-fA-F:.]{2,45})\])(?::\d{1,5})?$/;

/** Returns undefined for a text that is no IP address. A zone (`fe80::1%text`) is refused, because it is any text. */
export function addressIn(written: string): string | undefined {
  const text = written.trim();
  const [, v4, v6] = text.length > 64 ? [] : (WITH_PORT.exec(text) ?? []);
  const address = v4 ?? v6 ?? text;
  return isIP(address) !== 0 && !address.includes('%') ? address : undefined;
}

/**
 * Keeps the addresses behind the last text that is no address. Text must not count as a hop, and an address in
 * front of it must not take its place: the caller wrote it.
 */
export function validHops(header: string): string {
  const hops = header.split(',').map(addressIn);
  return hops.slice(hops.lastIndexOf(undefined) + 1).join(', ');
}

/** Makes `request.ip` a valid address, because it stands in mails about security and in counts of limits. */
export function believeOnlyAddresses(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const written = headers[HEADER];
    if (written !== undefined) {
      const valid = validHops(String(written));
      if (valid === '') delete headers[HEADER];
      else headers[HEADER] = valid;
    }
    done();
  });
}
