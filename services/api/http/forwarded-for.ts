import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

const HEADER = 'x-forwarded-for';
/** Matches an address with a port: `1.2.3.4:5678`, `[::1]:5678`. Some load balancers send such addresses. */
const WITH_PORT = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([\da-fA-F:.]{2,45})\])(?::\d{1,5})?$/;

/**
 * Returns undefined for a text that is no IP address, or has a zone (`fe80::1%text`), because a zone may
 * contain any text.
 */
export function addressIn(written: string): string | undefined {
  const text = written.trim();
  const [, v4, v6] = text.length > 64 ? [] : (WITH_PORT.exec(text) ?? []);
  const address = v4 ?? v6 ?? text;
  return isIP(address) !== 0 && !address.includes('%') ? address : undefined;
}

/**
 * Returns the addresses after the last text that is no address. The caller may have written this text and
 * everything before it.
 */
export function validHops(header: string): string {
  const hops = header.split(',').map(addressIn);
  return hops.slice(hops.lastIndexOf(undefined) + 1).join(', ');
}

/** Makes `request.ip` a valid address, because security mails and rate limits use this address. */
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
