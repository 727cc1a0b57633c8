import { EventEmitter } from 'node:events';
import { afterEach, expect, it } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import { LiveHub } from '../../../infra/live/live-hub.js';
import type { Session } from '../../customers/login/live-session.js';
import { until } from '../../../infra/testing/until.js';
import { LiveConnections } from './live-connections.js';

const SESSION: Session = { id: 's1', userId: 'ada', role: 'user', startedAt: 0, provenAt: 0, epoch: 0 };
const BEAT_MS = 10;

let live: LiveConnections | undefined;
afterEach(() => live?.close());

/** Browser that listens; `heard` has the events that it received. */
function browser(): { reply: FastifyReply; heard: string[]; ended: () => boolean } {
  const heard: string[] = [];
  let ended = false;
  const raw = {
    writeHead: () => undefined,
    writableLength: 0,
    on: () => undefined,
    destroy: () => undefined,
    write: (text: string) => heard.push(/^event: (\w+)/.exec(text)![1]!),
    end: () => (ended = true),
  };
  return {
    reply: {
      raw,
      request: { raw: { socket: new EventEmitter() } },
      hijack: () => undefined,
    } as unknown as FastifyReply,
    heard,
    ended: () => ended,
  };
}

it('ends after another process has ended the session, even without a notice', async () => {
  let alive = true;
  const sessions = { isAlive: async () => alive, onEnded: () => undefined };
  live = new LiveConnections(new LiveHub(), sessions, BEAT_MS);
  const { reply, heard, ended } = browser();
  live.open(SESSION, ['ada'], undefined, reply);
  await until(() => heard.length > 2);
  expect(heard).not.toContain('end');
  alive = false;
  await until(ended);
  expect([heard.at(-1), ended(), live.size]).toEqual(['end', true, 0]);
});

it('gets no heartbeat while the state of the session is unknown, and continues afterwards', async () => {
  let answer = (): Promise<boolean> => Promise.reject(new Error('away'));
  let asked = 0;
  const isAlive = (): Promise<boolean> => ((asked += 1), answer());
  const sessions = { isAlive, onEnded: () => undefined };
  live = new LiveConnections(new LiveHub(), sessions, BEAT_MS);
  const { reply, heard, ended } = browser();
  live.open(SESSION, ['ada'], undefined, reply);
  await until(() => asked > 3);
  // The server sends a heartbeat when the connection opens.
  expect([heard, ended()]).toEqual([['heartbeat'], false]);
  answer = () => Promise.resolve(true);
  await until(() => heard.length > 1);
});

it('ends at once on notice that the session ended', () => {
  let tell = (_sessionId: string): void => undefined;
  const sessions = {
    isAlive: () => true,
    onEnded: (listener: (sessionId: string) => void) => void (tell = listener),
  };
  live = new LiveConnections(new LiveHub(), sessions);
  const [ada, bola] = [browser(), browser()];
  live.open(SESSION, ['ada'], undefined, ada.reply);
  live.open({ ...SESSION, id: 's2', userId: 'bola' }, ['bola'], undefined, bola.reply);
  tell('s1');
  expect([ada.ended(), bola.ended(), live.size]).toEqual([true, false, 1]);
});
