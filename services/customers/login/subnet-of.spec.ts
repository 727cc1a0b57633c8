import { expect, it } from '@jest/globals';
import { accountNetworkOf, accountNetworksOf, networkPrefixOf, networksOf, subnetOf } from './subnet-of.js';

it.each([
  ['105.112.3.4', '105.112.3.4'],
  ['::ffff:105.112.3.4', '105.112.3.4'],
  ['2c0f:f5c0:0400:12::1', '2c0f:f5c0:400:12::/64'],
  ['2C0F:F5C0:400:12:aaaa:bbbb:cccc:dddd', '2c0f:f5c0:400:12::/64'],
  ['2c0f:f5c0::9', '2c0f:f5c0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('counts %s as %s', (address, network) => {
  expect(networkPrefixOf(address)).toBe(network);
});

it.each([
  ['105.112.3.4', '105.112.3.0/24'],
  ['::ffff:105.112.3.200', '105.112.3.0/24'],
  ['2c0f:f5c0:0400:12::1', '2c0f:f5c0:400:12::/64'],
  ['unknown', 'unknown'],
])('shows %s as %s', (address, network) => {
  expect(subnetOf(address)).toBe(network);
});

it('counts an IPv6 address by its /64, /56 and /48, and others once', () => {
  expect(networksOf('2c0f:f5c0:400:1234::1')).toEqual([
    { network: '2c0f:f5c0:400:1234::/64', share: 1 },
    { network: '2c0f:f5c0:400:1200::/56', share: 4 },
    { network: '2c0f:f5c0:400::/48', share: 16 },
  ]);
  for (const address of ['105.112.3.4', '::ffff:105.112.3.4'])
    expect(networksOf(address)).toEqual([{ network: '105.112.3.4', share: 1 }]);
  expect(networksOf('unknown')).toEqual([{ network: 'unknown', share: 1 }]);
});

it('counts the tries for an account by three networks of IPv6, and by a /24 of IPv4', () => {
  expect(accountNetworksOf('2c0f:f5c0:400:1234::1')).toEqual([
    { network: '2c0f:f5c0:400:1234::/64', share: 1, ofDay: 0.125 },
    { network: '2c0f:f5c0:400:1200::/56', share: 2, ofDay: 0.25 },
    { network: '2c0f:f5c0:400::/48', share: 4, ofDay: 0.5 },
  ]);
  expect(accountNetworksOf('105.112.3.4')).toEqual([{ network: '105.112.3.0/24', share: 1, ofDay: 0.5 }]);
});

it.each([
  ['105.112.3.4', '105.112.3.0/24'],
  ['2c0f:f5c0:0400:1234::1', '2c0f:f5c0:400::/48'],
  ['unknown', 'unknown'],
])('counts %s with an account as %s', (address, network) => {
  expect(accountNetworkOf(address)).toBe(network);
});
