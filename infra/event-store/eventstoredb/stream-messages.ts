import type { EventData, Filter } from '@eventstore/db-client';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { StorePosition } from './stored-record.js';

type AppendRequest = InstanceType<typeof streamsPb.AppendReq>;
type AppendResponse = InstanceType<typeof streamsPb.AppendResp>;
type ReadRequest = InstanceType<typeof streamsPb.ReadReq>;

export type Expectation = bigint | 'no_stream' | 'any';
export type ProposedEvent = Pick<EventData, 'id' | 'type' | 'contentType' | 'data'>;

const SEARCH_WINDOW = 4_096;

export function* appendMessages(
  stream: string,
  expected: Expectation,
  events: readonly ProposedEvent[],
): Generator<AppendRequest> {
  const options = new streamsPb.AppendReq.Options();
  const identifier = new sharedPb.StreamIdentifier();
  identifier.setStreamName(new Uint8Array(Buffer.from(stream)));
  options.setStreamIdentifier(identifier);
  if (expected === 'no_stream') options.setNoStream(new sharedPb.Empty());
  else if (expected === 'any') options.setAny(new sharedPb.Empty());
  else options.setRevision(String(expected));
  const header = new streamsPb.AppendReq();
  header.setOptions(options);
  yield header;
  for (const event of events) {
    const entry = new streamsPb.AppendReq();
    entry.setProposedMessage(messageOf(event));
    yield entry;
  }
}

function messageOf({
  id,
  type,
  contentType,
  data,
}: ProposedEvent): InstanceType<typeof streamsPb.AppendReq.ProposedMessage> {
  const message = new streamsPb.AppendReq.ProposedMessage();
  const uuid = new sharedPb.UUID();
  uuid.setString(id);
  message.setId(uuid);
  message.getMetadataMap().set('type', type);
  message.getMetadataMap().set('content-type', contentType);
  message.setData(data instanceof Uint8Array ? data : Buffer.from(JSON.stringify(data)));
  return message;
}

export function appendOutcome(response: AppendResponse): StorePosition | 'conflict' {
  const position = response.getSuccess()?.getPosition();
  if (!response.hasSuccess()) return 'conflict';
  return {
    commit: BigInt(position?.getCommitPosition() ?? 0),
    prepare: BigInt(position?.getPreparePosition() ?? 0),
  };
}

export function readAllMessage(from: StorePosition | 'start', count: number, filter: Filter): ReadRequest {
  const all = new streamsPb.ReadReq.Options.AllOptions();
  if (from === 'start') all.setStart(new sharedPb.Empty());
  else {
    const position = new streamsPb.ReadReq.Options.Position();
    position.setCommitPosition(String(from.commit));
    position.setPreparePosition(String(from.prepare));
    all.setPosition(position);
  }
  const expression = new streamsPb.ReadReq.Options.FilterOptions.Expression();
  if ('regex' in filter) expression.setRegex(filter.regex);
  else expression.setPrefixList([...filter.prefixes]);
  const filtering = new streamsPb.ReadReq.Options.FilterOptions();
  filtering.setStreamIdentifier(expression);
  filtering.setMax(SEARCH_WINDOW);
  const uuids = new streamsPb.ReadReq.Options.UUIDOption();
  uuids.setString(new sharedPb.Empty());
  const options = new streamsPb.ReadReq.Options();
  options.setAll(all);
  options.setFilter(filtering);
  options.setCount(String(count));
  options.setReadDirection(streamsPb.ReadReq.Options.ReadDirection.FORWARDS);
  options.setUuidOption(uuids);
  const request = new streamsPb.ReadReq();
  request.setOptions(options);
  return request;
}
