import { checkpointsIn, type DisposableValues } from '../../../../infra/checkpoints/checkpoints.js';
import { FileSink } from './file-sink.js';
import { HttpSink } from './http-sink.js';
import { publishTargetOf } from './publish-target.js';
import type { SealSink } from './seal-publisher.js';

/** @param setting SEAL_PUBLISH @param values where it is kept how far an address is */
export function sinkOf(setting: string, values: DisposableValues): SealSink {
  const target = publishTargetOf(setting);
  return target.kind === 'file' ? new FileSink(target.path) : new HttpSink(target.url, checkpointsIn(values));
}
