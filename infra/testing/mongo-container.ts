import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectMongo } from '../mongo/connect-mongo.js';
import { composeImage } from './compose-image.js';
import { containersAnswer, startContainer, type StoreContainer } from './containers.js';
import { PATIENCE_MS } from './until.js';

const SET = 'rs';
const ELECTED_WITHIN_MS = PATIENCE_MS;

/** Starts `composeImage('mongo')` as a replica set of one; undefined without Docker or the image. */
export async function startMongoContainer(): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  if (!process.env['DOCKER_HOST'] && !existsSync('/var/run/docker.sock')) return undefined;
  if (!(await containersAnswer())) return undefined;
  let container: StoreContainer;
  try {
    container = await startContainer({
      image: composeImage('mongo'),
      port: 27_017,
      command: ['--replSet', SET, '--bind_ip_all'],
      readyLine: /Waiting for connections/,
    });
  } catch {
    return undefined;
  }
  const url = `mongodb://${container.address}/?directConnection=true`;
  await becomePrimary(url);
  return { url, stop: () => container.stop() };
}

async function becomePrimary(url: string): Promise<void> {
  const connection = await connectMongo({ url });
  const admin = connection.getClient().db('admin');
  await admin.command({ replSetInitiate: { _id: SET, members: [{ _id: 0, host: '127.0.0.1:27017' }] } });
  for (let waited = 0; !(await admin.command({ hello: 1 }))['isWritablePrimary']; waited += 100) {
    if (waited > ELECTED_WITHIN_MS) throw new Error('the MongoDB in the container elects no primary');
    await sleep(100);
  }
  await connection.close();
}
