import { once } from 'node:events';
import type { ConnectOverCDPTransport } from 'playwright-core';
import { Agent, type Dispatcher, WebSocket } from 'undici';

/** Without this offer, a browser sends its messages uncompressed. */
const COMPRESSION = 'sec-websocket-extensions';

const uncompressed: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const headers = Object.entries(options.headers ?? {}).filter(([name]) => name !== COMPRESSION);
  return dispatch({ ...options, headers: Object.fromEntries(headers) as Record<string, string> }, handler);
};

/**
 * Opens the DevTools of a browser. Playwright's own connection compresses all messages, which takes a sixth of the
 * processor time of the process that runs the tests.
 * @param url of `--remote-debugging-port`
 */
export async function openDevtools(url: string): Promise<ConnectOverCDPTransport> {
  const version = (await (await fetch(`${url}/json/version`)).json()) as { webSocketDebuggerUrl: string };
  const agent = new Agent();
  const socket = new WebSocket(version.webSocketDebuggerUrl, { dispatcher: agent.compose(uncompressed) });
  const transport: ConnectOverCDPTransport = {
    send: (message) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
  };
  // A task per message, as with Playwright's own connection: promises of one message settle before the next.
  socket.addEventListener('message', ({ data }) =>
    setImmediate(() => transport.onmessage?.(JSON.parse(data as string) as object)),
  );
  socket.addEventListener('close', ({ reason }) => {
    transport.onclose?.(reason);
    void agent.close();
  });
  await once(socket, 'open');
  return transport;
}
