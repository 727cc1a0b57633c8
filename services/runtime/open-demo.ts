/** True when other machines may reach a server that listens on `host`. */
const isReachable = (host: string): boolean => !/^(?:127\.[\d.]+|::1|localhost)$/.test(host);

/**
 * Returns warnings when other machines can sign in with the demo passwords. The server still starts, because
 * containers of a demonstration listen on every address.
 */
export function warnedOpenDemo({
  demoData,
  HOST,
}: {
  readonly demoData: boolean;
  readonly HOST: string;
}): readonly string[] {
  if (!demoData || !isReachable(HOST)) return [];
  return [
    '!!! EVERYONE WHO REACHES THIS SERVER CAN SIGN IN AS ITS OWNER !!!',
    `It listens on ${HOST}, and the passwords of the demo accounts are published.`,
    'Set HOST=127.0.0.1, DEMO_DATA=0 or NODE_ENV=production, unless this is meant.',
  ];
}
