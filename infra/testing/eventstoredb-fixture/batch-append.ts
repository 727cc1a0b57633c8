import type { handleBidiStreamingCall } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendOutcome, Expected, Proposal } from './memory-log.js';
import type { StreamsNode } from './streams-service.js';
import { expectationOf, proposalOf, streamNameOf } from './wire.js';

type Request = InstanceType<typeof streamsPb.BatchAppendReq>;
type Response = InstanceType<typeof streamsPb.BatchAppendResp>;

interface Batch {
  readonly stream: string;
  readonly expected: Expected;
  readonly proposals: Proposal[];
}

/** Serves `BatchAppend`. `break` fails all open calls. */
export class BatchAppends {
  private readonly breakers = new Set<() => void>();

  constructor(private readonly node: Pick<StreamsNode, 'log' | 'faults' | 'asked'>) {}

  readonly handle: handleBidiStreamingCall<Request, Response> = (call) => {
    const batches = new Map<string, Batch>();
    const fail = (): void => {
      call.emit(
        'error',
        Object.assign(new Error('broken off'), { code: status.UNAVAILABLE, details: 'broken off' }),
      );
    };
    this.breakers.add(fail);
    call.on('close', () => this.breakers.delete(fail));
    call.on('error', () => this.breakers.delete(fail));
    call.on('end', () => call.end());
    call.on('data', (request: Request) => {
      const id = request.getCorrelationId()?.getString() ?? '';
      const options = request.getOptions();
      const batch = batches.get(id) ?? {
        stream: streamNameOf(options?.getStreamIdentifier()),
        expected: options ? expectationOf(options, options.getStreamPosition()) : 'any',
        proposals: [],
      };
      batches.set(id, batch);
      batch.proposals.push(...request.getProposedMessagesList().map(proposalOf));
      if (!request.getIsFinal()) return;
      batches.delete(id);
      this.node.asked.batchAppends += 1;
      if (this.node.faults.appends.shift() === 'ignore') return;
      const outcome = this.node.log.append(batch.stream, batch.expected, batch.proposals);
      const response = responseOf(outcome);
      response.setCorrelationId(request.getCorrelationId());
      response.setStreamIdentifier(options?.getStreamIdentifier());
      call.write(response);
    });
  };

  break(): void {
    for (const fail of this.breakers) fail();
  }
}

function responseOf(outcome: AppendOutcome): Response {
  const response = new streamsPb.BatchAppendResp();
  if (outcome.kind === 'stored') {
    const position = new sharedPb.AllStreamPosition();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    const success = new streamsPb.BatchAppendResp.Success();
    success.setCurrentRevision(String(outcome.revision));
    success.setPosition(position);
    response.setSuccess(success);
    return response;
  }
  const conflict = new sharedPb.WrongExpectedVersion();
  conflict.setCurrentStreamRevision(String(Math.max(outcome.current, 0)));
  response.setError(statusWith('event_store.client.WrongExpectedVersion', conflict.serializeBinary()));
  return response;
}

/** Encodes the `Any` of the details by hand: the client library ships no class for it. */
function statusWith(type: string, value: Uint8Array): InstanceType<typeof statusPb.Status> {
  const details = [...field(1, Buffer.from(`type.googleapis.com/${type}`)), ...field(2, value)];
  return statusPb.Status.deserializeBinary(new Uint8Array(field(3, Buffer.from(details))));
}

const field = (number: number, bytes: Uint8Array): number[] => [
  (number << 3) | 2,
  ...(bytes.length < 128 ? [bytes.length] : [(bytes.length & 127) | 128, bytes.length >> 7]),
  ...bytes,
];
