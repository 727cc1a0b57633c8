/** Packages with native modules, or that open files of their own folder. */
const OUTSIDE = [
  'lmdb',
  'libsql',
  '@node-rs/argon2',
  '@napi-rs/image',
  'msgpackr-extract',
  'piscina',
  'pdfkit',
  'dejavu-fonts-ttf',
];

/** Optional peers that packages try to load and do without. */
const ABSENT = [
  '@nestjs/microservices',
  '@nestjs/websockets',
  '@nestjs/platform-express',
  'class-transformer',
  'class-validator',
  '@fastify/multipart',
  '@fastify/static',
  '@fastify/view',
  '@aws-sdk/credential-providers',
  '@mongodb-js/zstd',
  'aws4',
  'gcp-metadata',
  'kerberos',
  'mongodb-client-encryption',
  'snappy',
  'socks',
];

export const isExternal = (id) =>
  [...OUTSIDE, ...ABSENT].some((name) => id === name || id.startsWith(`${name}/`));

/** Some packages use `this` or `eval` on purpose. */
export const isExpected = ({ code }) => code === 'EVAL' || code === 'COMMONJS_VARIABLE_IN_ESM';
