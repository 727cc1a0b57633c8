import { describe, expect, it } from '@jest/globals';
import { PUSH_SETTINGS } from './push-settings.js';
import { isPushEndpoint, pushServicesOf } from './push-endpoint.js';

const services = pushServicesOf('fcm.googleapis.com, Notify.Windows.com,https://push.own.test:8443');
const accepts = (endpoint: string): boolean => isPushEndpoint(endpoint, services);

describe('an address named by a browser', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://push.own.test:8443/send/1',
  ])('is called when it belongs to a push service: %s', (endpoint) => expect(accepts(endpoint)).toBe(true));

  it.each([
    ['plain http', 'http://fcm.googleapis.com/fcm/send/abc'],
    ['this machine', 'https://127.0.0.1/send'],
    ['this machine, IPv6', 'https://[::1]/send'],
    ['a number for this machine', 'https://2130706433/send'],
    ['a private network', 'https://10.0.0.5/send'],
    ['what a cloud tells its machines', 'http://169.254.169.254/latest/meta-data/'],
    ['a name that only ends like one', 'https://evilfcm.googleapis.com.attacker.test/x'],
    ['a name that ends so without a dot', 'https://notfcm.googleapis.com/x'],
    ['a name in front of the sign', 'https://fcm.googleapis.com@attacker.test/x'],
    ['a password', 'https://user:secret@fcm.googleapis.com/x'],
    ['another port', 'https://fcm.googleapis.com:22/x'],
    ['another port of our own service', 'https://push.own.test/x'],
    ['our own service without TLS', 'http://push.own.test:8443/x'],
    ['no path', 'https://fcm.googleapis.com/'],
    ['a fragment', 'https://fcm.googleapis.com/x#y'],
    ['a file', 'file:///etc/passwd'],
    ['a trailing dot', 'https://fcm.googleapis.com./x'],
    ['no address', 'fcm.googleapis.com/x'],
    ['one that is too long', `https://fcm.googleapis.com/${'x'.repeat(1_000)}`],
  ])('is not called when it is %s', (_what, endpoint) => expect(accepts(endpoint)).toBe(false));

  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])('is called by default when it belongs to the service of a known browser: %s', (endpoint) => {
    const byDefault = pushServicesOf(PUSH_SETTINGS.PUSH_SERVICES.parse(undefined));
    expect(isPushEndpoint(endpoint, byDefault)).toBe(true);
  });

  it('may be written with a star for the hosts below a domain', () => {
    const starred = pushServicesOf('*.notify.windows.com');
    expect(isPushEndpoint('https://wns2-par02p.notify.windows.com/w/?token=abc', starred)).toBe(true);
    expect(isPushEndpoint('https://evilnotify.windows.com/w/', starred)).toBe(false);
  });

  it('is never called when no service is configured', () =>
    expect(isPushEndpoint('https://fcm.googleapis.com/x', pushServicesOf(''))).toBe(false));
});
