import { expect, it, jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { PictureJob } from './picture.process.js';

const JOB: PictureJob = { kind: 'icons', colour: '#1d4ed8', logo: undefined };
const fork = jest.fn();
jest.unstable_mockModule('node:child_process', () => ({ fork }));

it('draws again after the system refused another process or file', async () => {
  const { drawPicture } = await import('./draw-picture.js');
  const child = (members: object) => Object.assign(new EventEmitter(), { kill: () => false }, members);
  fork.mockImplementationOnce(() => {
    throw new Error('spawn ENOMEM');
  });
  expect(await drawPicture(JOB)).toBeUndefined();
  // After EMFILE, the child has no `send`.
  fork.mockReturnValueOnce(child({}));
  expect(await drawPicture(JOB)).toBeUndefined();
  const drawing = child({
    send: () =>
      setImmediate(() => {
        drawing.emit('message', { done: 'icons' });
        drawing.emit('exit');
      }),
  });
  fork.mockReturnValueOnce(drawing);
  expect(await drawPicture(JOB)).toEqual({ done: 'icons' });
});
