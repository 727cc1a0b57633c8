import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { ADMIN_LIVE_PATH, LIVE_PATH } from '../../services/contracts/calls.js';
import { loadConfig, Settings } from '../../services/runtime/config.js';

/** Checks the compose file and images without a running container. */
const root = new URL('../../../', import.meta.url);
const file = (name: string): string => readFileSync(new URL(name, root), 'utf8');

const Environment = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
const Service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  build: z.object({ dockerfile: z.string(), target: z.string() }).optional(),
  environment: Environment.default({}),
  user: z.string().optional(),
  read_only: z.boolean().optional(),
  deploy: z.object({ replicas: z.number() }).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  networks: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  restart: z.string(),
  stop_grace_period: z.string().optional(),
});
const Compose = z.object({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.unknown()),
  networks: z.record(z.string(), z.unknown()),
});

const text = file('docker-compose.yml');
const compose = Compose.parse(parse(text, { merge: true }));
const services = Object.entries(compose.services);
const ours = services.filter(([, { build }]) => build);
const dockerfile = file('infra/docker/Dockerfile');
const known = new Set(Object.keys(Settings.shape));
/** Skips names with `$$`, which a shell in the container reads. */
const namesIn = (yaml: string): string[] =>
  Array.from(yaml.matchAll(/(?<!\$)\$\{?([A-Z_]+)/g), ([, name]) => name!);

/** Value that compose uses when the environment sets nothing. */
const withDefaults = (value: string): string => value.replace(/\$\{[A-Z_]+:?-([^}]*)\}/g, '$1');

describe('docker-compose.yml', () => {
  it('reads no variable that the table of settings lacks', () => {
    const names = namesIn(text);
    expect(names).toContain('MASTER_KEY');
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it('gives our processes existing settings, and those that choose the cluster', () => {
    for (const [name, { environment }] of ours)
      expect([name, Object.keys(environment).filter((setting) => !known.has(setting))]).toEqual([name, []]);
    for (const name of ['api', 'worker', 'projector'])
      expect(compose.services[name]?.environment).toMatchObject({
        EVENTSTORE_URL: expect.stringContaining('esdb://eventstore:'),
        MONGODB_URL: expect.stringContaining('mongodb://mongo:'),
        REDIS_URL: expect.stringContaining('redis://redis:'),
      });
  });

  it.each(ours.filter(([, { build }]) => build?.target === 'server'))(
    'starts %s without a settings file',
    (_, { environment }) => {
      expect(dockerfile).toContain('ENV NODE_ENV=production');
      const settings = Object.entries(environment).map(([key, value]) => [key, withDefaults(String(value))]);
      const load = (): unknown => loadConfig({ NODE_ENV: 'production', ...Object.fromEntries(settings) });
      expect(load).not.toThrow();
    },
  );

  it('starts every role, scalable ones more than once, and every store', () => {
    expect(services.map(([name]) => name).sort()).toEqual([
      'api',
      'eventstore',
      'mongo',
      'projector',
      'redis',
      'sandbox',
      'secrets',
      'web',
      'worker',
    ]);
    for (const name of ['api', 'worker', 'projector'])
      expect([name, compose.services[name]?.deploy?.replicas]).toEqual([name, 2]);
  });

  it.each(ours.filter(([, { command }]) => command))(
    'runs as %s a file that the build creates',
    (_, { command }) => expect(() => file(command![0]!)).not.toThrow(),
  );

  it('confines our containers: not root, and writing only to volumes and /tmp', () => {
    for (const [name, { read_only, user, build }] of ours) {
      expect([name, read_only]).toEqual([name, true]);
      expect([name, build?.dockerfile]).toEqual([name, 'infra/docker/Dockerfile']);
      expect(dockerfile).toMatch(new RegExp(`^FROM \\S+ AS ${build?.target}$`, 'm'));
      expect([name, user ?? 'of the image']).toEqual([name, name === 'web' ? 'of the image' : 'node']);
    }
    expect(dockerfile).toContain('nginx-unprivileged');
  });

  it('checks the health of long-running services, and waits for dependencies', () => {
    for (const [name, { restart, healthcheck }] of services)
      expect([name, healthcheck !== undefined]).toEqual([name, restart !== 'no']);
    for (const [name, { depends_on }] of services)
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        const wanted =
          compose.services[needed]?.restart === 'no' ? 'service_completed_successfully' : 'service_healthy';
        expect([name, needed, condition]).toEqual([name, needed, wanted]);
      }
  });

  it('asks api, worker and projector for their health at the port that answers while they are busy', () => {
    for (const name of ['api', 'worker', 'projector']) {
      const { environment, healthcheck } = compose.services[name]!;
      const port = Number(environment['HEALTH_PORT']);
      expect(port).toBeGreaterThan(0);
      expect([name, healthcheck?.test.at(-1)]).toEqual([name, expect.stringContaining(`:${port}/readyz`)]);
    }
    const jobs = Array.from(
      file('infra/docker/monitoring/prometheus.yml').matchAll(/names: \[(\w+)\], type: A, port: (\d+)/g),
      ([, name, port]) => [name, Number(port), compose.services[name!]?.environment['HEALTH_PORT']],
    );
    expect(jobs).toEqual(['api', 'worker', 'projector'].map((name) => [name, 9000, 9000]));
  });

  it('keeps durable data on volumes, and publishes no store', () => {
    for (const store of ['eventstore', 'mongo', 'redis']) {
      const { volumes, ports, networks } = compose.services[store]!;
      expect(volumes.length).toBeGreaterThan(0);
      expect([store, ports, networks]).toEqual([store, [], ['stores']]);
    }
    const mounted = services.flatMap(([, { volumes }]) => volumes.map((volume) => volume.split(':')[0]!));
    expect(mounted.filter((name) => !(name in compose.volumes))).toEqual([]);
    expect(compose.networks['stores']).toEqual({ internal: true });
    expect(text).toMatch(/--appendonly, 'yes', --maxmemory-policy, noeviction/);
  });
});

describe('nginx.conf', () => {
  const nginx = file('infra/docker/nginx.conf');

  it('passes server-sent events on at once, to the port of the api', () => {
    const pattern = /location ~ (\S+) \{[^}]*proxy_buffering off;[^}]*proxy_read_timeout 1h;/.exec(
      nginx,
    )?.[1];
    const streamed = new RegExp(pattern ?? 'none');
    expect([LIVE_PATH, ADMIN_LIVE_PATH].filter((path) => !streamed.test(path))).toEqual([]);
    expect(['/api/live/x', '/api/alive', '/x/api/live'].filter((path) => streamed.test(path))).toEqual([]);
    expect(nginx).toContain(`server api:${compose.services['api']?.environment['PORT']} resolve`);
  });

  it('answers for health from the port that answers while an api is busy', () => {
    const [, upstream] = /location = \/healthz \{[^}]*proxy_pass http:\/\/(\w+);/.exec(nginx)!;
    const [, port] = new RegExp(`upstream ${upstream} \\{[^}]*server api:(\\d+) resolve`).exec(nginx)!;
    expect(Number(port)).toBe(compose.services['api']?.environment['HEALTH_PORT']);
  });

  it('writes nowhere but /tmp, and balances its braces', () => {
    for (const [, path] of nginx.matchAll(/_temp_path (\S+);/g)) expect(path).toMatch(/^\/tmp\//);
    const bare = nginx
      .replace(/#.*$/gm, '')
      .replace(/"[^"]*"/g, '')
      .replace(/\$\{\w+\}/g, '');
    expect(bare.split('{').length).toBe(bare.split('}').length);
  });

  it('hides internal paths from outside, with any ending', () => {
    const hidden = new RegExp(/location ~ (\S+) \{\s*return 404;/.exec(nginx)![1]!);
    // The api accepts a path with and without a trailing slash.
    for (const path of ['/metrics', '/metrics/', '/readyz', '/readyz/']) expect(path).toMatch(hidden);
    for (const path of ['/healthz', '/metrics-page', '/']) expect(path).not.toMatch(hidden);
  });

  it('logs no address that holds the secret of a webhook', () => {
    const shown = new RegExp(/"~\*(\S+)" "\/webhooks\/vtpass\/\(secret\)"/.exec(nginx)![1]!, 'i');
    for (const path of [
      '/webhooks/vtpass/a-secret',
      '//webhooks//vtpass/a-secret',
      '/Webhooks/VTPASS/a-secret',
    ])
      expect(path).toMatch(shown);
    expect('/webhooks/monnify').not.toMatch(shown);
    const format = /log_format [^;]+;/.exec(nginx)![0];
    expect(format).toContain('$shown_uri');
    expect(format).not.toMatch(/\$(uri|request|request_uri|args|http_referer)\b/);
    const quiet = /location ~\* (\S+) \{\s*error_log \/dev\/null emerg;\s*proxy_pass/.exec(nginx)![1]!;
    expect('/webhooks/vtpass/a-secret').toMatch(new RegExp(quiet, 'i'));
  });

  it("sets the caller's address itself, and the api trusts this one proxy", () => {
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(nginx).not.toContain('$proxy_add_x_forwarded_for');
    for (const name of ['api', 'worker', 'projector'])
      expect(withDefaults(String(compose.services[name]?.environment['TRUST_PROXY']))).toBe('1');
  });

  it('limits requests, connections and time of each address', () => {
    const server = nginx.slice(nginx.indexOf('  server {'));
    for (const zone of ['limit_req_zone', 'limit_conn_zone'])
      expect(nginx).toMatch(new RegExp(`${zone} \\$binary_remote_addr zone=(\\w+):10m`));
    expect(server).toMatch(/limit_req zone=requests burst=\d+ nodelay;/);
    expect(server).toMatch(/limit_conn connections \d+;/);
    // An address of a mobile network has many customers, and each open page holds a live connection.
    expect(Number(/limit_conn connections (\d+)/.exec(server)![1])).toBeGreaterThanOrEqual(1_000);
    for (const status of ['limit_req_status', 'limit_conn_status']) expect(nginx).toContain(`${status} 429;`);
    for (const time of ['client_header_timeout', 'client_body_timeout', 'send_timeout', 'proxy_send_timeout'])
      expect(nginx).toMatch(new RegExp(`\\b${time} \\d+s;`));
  });

  it('never repeats a call that may have been done', () => {
    expect(nginx).not.toContain('non_idempotent');
  });
});

describe('images of others', () => {
  /** No digest of this tag is known from two sources. */
  const UNPINNED = ['eventstore/eventstore:24.10'];
  const monitoring = file('infra/docker/monitoring/docker-compose.yml');
  const named = [
    ...Array.from(dockerfile.matchAll(/^FROM (\S+[:@]\S+) AS/gm), ([, image]) => image!),
    ...Array.from(`${text}\n${monitoring}`.matchAll(/^ +image: (\S+[:@]\S+)$/gm), ([, image]) => image!),
  ];

  it('are pinned by digest', () => {
    expect(named.length).toBeGreaterThan(6);
    expect(named.filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image))).toEqual(UNPINNED);
  });
});
