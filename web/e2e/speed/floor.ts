import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { freePort } from '../../../infra/testing/product.js';
import { until } from '../../../infra/testing/until.js';
import { spreadOf, type Spread } from '../../../infra/testing/percentiles.js';

/** Minimal list: hears of a change, fetches it, writes it and waits for the frame. */
const PAGE = `<!doctype html><title>floor</title><main></main><script>
  const painted = [];
  new EventSource('/live').onmessage = async () => {
    const { number } = await (await fetch('/rows')).json();
    document.querySelector('main').textContent = number;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => painted.push(performance.timeOrigin + performance.now());
      port2.postMessage(0);
    });
  };
</script>`;

/**
 * Measures the same path from server to painted frame without the product: the lower bound of this browser and machine.
 */
export async function floorToPixel(page: Page, times: number): Promise<Spread> {
  const listening: ServerResponse[] = [];
  let number = 0;
  const server = createServer((request, response) => {
    if (request.url === '/live') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      listening.push(response);
    } else if (request.url === '/rows')
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ number }));
    else response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const watched = await page.context().newPage();
  const began: number[] = [];
  const painted = async (): Promise<number[]> => (await watched.evaluate('painted')) as number[];
  try {
    await watched.goto(`http://127.0.0.1:${port}/`);
    await until(() => listening.length > 0, 'the page to listen');
    for (; number < times; number += 1) {
      began.push(Date.now());
      for (const response of listening) response.write('data: {}\n\n');
      await until(async () => (await painted()).length > number, 'the frame');
      await sleep((number * 37) % 200);
    }
    const ended = await painted();
    return spreadOf(began.map((at, index) => ended[index]! - at));
  } finally {
    await watched.close();
    server.closeAllConnections();
    server.close();
  }
}
