import { isIPv6 } from 'node:net';

const IPV4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * Key for counting an address. An IPv6 address counts by its 64-bit network, because one subscriber owns such
 * a network.
 */
export function networkPrefixOf(address: string): string {
  const ipv4 = IPV4.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const groups = (text: string): string[] => text.split(':').filter((group) => group !== '');
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill('0');
  const network = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/**
 * Key for counting an address together with an account. The key is a /24 network of IPv4, or 64 bits of IPv6.
 * The key is wider than `networkPrefixOf`, because neighbouring addresses are often rented together.
 */
export function subnetOf(address: string): string {
  const network = networkPrefixOf(address);
  return IPV4.test(network) ? `${network.slice(0, network.lastIndexOf('.'))}.0/24` : network;
}
