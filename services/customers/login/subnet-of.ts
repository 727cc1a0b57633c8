import { isIPv6 } from 'node:net';

const IPV4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i;
const GROUPS = 8;
const GROUP_BITS = 16;

/**
 * Returns the part of an address by which calls are counted. For IPv6, this is the network of 64 bits,
 * because all its addresses belong to one subscriber.
 */
export const networkPrefixOf = (address: string): string => prefixOf(address, 64);

/**
 * Networks by which the calls of an address are counted, narrowest first. An IPv6 address has three networks,
 * because one subscriber may own a network of 64, 56 or 48 bits. A network may make `share` times the calls
 * of one address.
 */
export const networksOf = (
  address: string,
): readonly { readonly network: string; readonly share: number }[] =>
  IPV4.test(address) || !isIPv6(address)
    ? [{ network: prefixOf(address, 64), share: 1 }]
    : SHARES.map(([bits, share]) => ({ network: prefixOf(address, bits), share }));

const SHARES = [
  [64, 1],
  [56, 4],
  [48, 16],
] as const;

function prefixOf(address: string, bits: number): string {
  const ipv4 = IPV4.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const groups = (text: string): string[] => text.split(':').filter((group) => group !== '');
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill('0');
  const network = [...before, ...zeros, ...after].slice(0, Math.ceil(bits / GROUP_BITS));
  const numbers = network.map((group) => Number.parseInt(group, 16));
  const last = bits % GROUP_BITS;
  if (last > 0) numbers[numbers.length - 1]! &= 0xffff << (GROUP_BITS - last);
  return `${numbers.map((group) => group.toString(16)).join(':')}::/${bits}`;
}

/** Network of an address, for people to read: a /24 network of IPv4, or a /64 network of IPv6. */
export function subnetOf(address: string): string {
  const network = networkPrefixOf(address);
  return IPV4.test(network) ? `${network.slice(0, network.lastIndexOf('.'))}.0/24` : network;
}

/**
 * Network by which the tries at one account are counted: a /24 network of IPv4, or a /48 network of IPv6. The
 * networks are wide, because one subscriber with many narrow networks could use up all tries of the account.
 */
export function accountNetworkOf(address: string): string {
  return IPV4.test(address) || !isIPv6(address) ? subnetOf(address) : prefixOf(address, 48);
}

/** Network by which the tries for one account are counted. */
export interface AccountNetwork {
  readonly network: string;
  /** Allowed tries, as a multiple of the tries of the narrowest network. */
  readonly share: number;
  /** Share of the account's daily tries that the network may use. */
  readonly ofDay: number;
}

/**
 * Networks by which the tries for one account are counted, narrowest first: a /24 network of IPv4, or three
 * networks of IPv6. An IPv6 network may make twice the tries of the next narrower network. A subscriber with
 * a network of 64 or 56 bits therefore never uses up a neighbour's tries.
 */
export const accountNetworksOf = (address: string): readonly AccountNetwork[] =>
  IPV4.test(address) || !isIPv6(address)
    ? [{ network: subnetOf(address), share: 1, ofDay: 1 / 2 }]
    : ACCOUNT_SHARES.map(([bits, share, ofDay]) => ({ network: prefixOf(address, bits), share, ofDay }));

const ACCOUNT_SHARES = [
  [64, 1, 1 / 8],
  [56, 2, 1 / 4],
  [48, 4, 1 / 2],
] as const;
