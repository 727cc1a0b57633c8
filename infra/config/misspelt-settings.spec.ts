import { describe, expect, it } from '@jest/globals';
import { misspeltSettings } from './misspelt-settings.js';

const SETTINGS = [
  'HOST',
  'PORT',
  'NODE_ENV',
  'VENDORS_FILE',
  'REDIS_URL',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'ALERT_DISK_FREE',
  'ALERT_FLOAT_BELOW',
  'ALERT_LAG_EVENTS',
];
const found = (name: string, value = 'x') => misspeltSettings({ [name]: value }, SETTINGS);

describe('misspeltSettings', () => {
  it.each([
    ['VENDOR_FILE', 'VENDORS_FILE'],
    ['VENDORSFILE', 'VENDORS_FILE'],
    ['REDIS_ULR', 'REDIS_URL'],
    ['redis_url', 'REDIS_URL'],
    ['PROT', 'PORT'],
    ['NODE_ENVV', 'NODE_ENV'],
    ['ALERT_DISK_FREE_SHARE', 'ALERT_DISK_FREE'],
  ])('names %s with the nearest setting', (name, nearest) => {
    expect(found(name)).toEqual([{ name, nearest }]);
  });

  it.each([
    'HOME',
    'HOSTNAME',
    'NODE_OPTIONS',
    'NODE_PATH',
    'PATH',
    'REDIS_PORT_6379_TCP',
    'OTEL_TRACES_SAMPLER',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'npm_config_host',
    'VENDORS_FILE',
    `VENDORS_FILE${'E'.repeat(100)}`,
  ])('says nothing about %s', (name) => {
    expect(found(name)).toEqual([]);
  });

  it('says nothing about an empty variable', () => {
    expect(found('VENDOR_FILE', '')).toEqual([]);
  });
});
