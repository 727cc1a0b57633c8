import { isIP, isIPv4 } from 'node:net';
import { z } from 'zod';

/**
 * Proxies that are trusted to report a caller's IP address: the last `hops` proxies before this server, or
 * all proxies in `networks`.
 */
export type TrustedProxies = { readonly hops: number } | { readonly networks: readonly string[] };

const HOPS_MAX = 10;

/** Parses a number of proxies such as `2`, or a list of networks such as `10.0.0.0/8,127.0.0.1`. */
export const TrustedProxies = z
  .string()
  .max(1_000)
  .transform((text, context): TrustedProxies => {
    const hops = /^\d{1,2}$/.test(text) ? Number(text) : NaN;
    if (hops <= HOPS_MAX) return { hops };
    const networks = text.split(',').map((part) => part.trim());
    if (networks.every(isNetwork)) return { networks };
    context.addIssue({
      code: 'custom',
      message: 'must be a number of proxies, 0 to 10, or addresses and networks such as 10.0.0.0/8,127.0.0.1',
    });
    return z.NEVER;
  });

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  if (isIP(address) === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIPv4(address) ? 32 : 128));
}
