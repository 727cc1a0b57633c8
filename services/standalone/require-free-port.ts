import { once } from 'node:events';
import { createServer } from 'node:net';

/** Tries the port before anything is opened. @throws Error in one line that says what to do */
export async function requireFreePort(
  host: string,
  port: number,
  setting: 'PORT' | 'SANDBOX_PORT',
): Promise<void> {
  const server = createServer().listen({ host, port, exclusive: true });
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      code === 'EADDRINUSE'
        ? `port ${port} is in use: stop the program that uses it, or set ${setting} to another one`
        : `port ${port} of ${host} cannot be listened on (${code}): set ${setting} or HOST`,
    );
  }
  server.close();
  await once(server, 'close');
}
