import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { Expected, LogRecord, Proposal } from './memory-log.js';

export type ReadRequest = InstanceType<typeof streamsPb.ReadReq>;
export type ReadResponse = InstanceType<typeof streamsPb.ReadResp>;

export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

export const streamNameOf = (
  identifier: InstanceType<typeof sharedPb.StreamIdentifier> | undefined,
): string => textOf(identifier?.getStreamName_asU8() ?? new Uint8Array());

export function streamIdentifier(name: string): InstanceType<typeof sharedPb.StreamIdentifier> {
  const identifier = new sharedPb.StreamIdentifier();
  identifier.setStreamName(new Uint8Array(Buffer.from(name)));
  return identifier;
}

export interface ExpectationMessage {
  hasNoStream(): boolean;
  hasAny(): boolean;
  hasStreamExists(): boolean;
}

export function expectationOf(options: ExpectationMessage, revision: string): Expected {
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasAny()) return 'any';
  return options.hasStreamExists() ? 'exists' : Number(revision);
}

export interface ProposalMessage {
  getId(): InstanceType<typeof sharedPb.UUID> | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getData_asU8(): Uint8Array;
}

export const proposalOf = (message: ProposalMessage): Proposal => ({
  id: message.getId()?.getString(),
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
});

export function eventResponse(record: LogRecord): ReadResponse {
  const message = new streamsPb.ReadResp.ReadEvent.RecordedEvent();
  if (record.id !== undefined) {
    const id = new sharedPb.UUID();
    id.setString(record.id);
    message.setId(id);
  }
  message.setStreamIdentifier(streamIdentifier(record.stream));
  message.setStreamRevision(String(record.revision));
  message.setCommitPosition(String(record.position));
  message.setPreparePosition(String(record.position));
  message.getMetadataMap().set('type', record.type);
  message.getMetadataMap().set('content-type', record.contentType);
  message.getMetadataMap().set('created', '638000000000000000');
  message.setData(record.data);
  const event = new streamsPb.ReadResp.ReadEvent();
  event.setEvent(message);
  event.setCommitPosition(String(record.position));
  const response = new streamsPb.ReadResp();
  response.setEvent(event);
  return response;
}

export function confirmationResponse(): ReadResponse {
  const confirmation = new streamsPb.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(crypto.randomUUID());
  const response = new streamsPb.ReadResp();
  response.setConfirmation(confirmation);
  return response;
}

export function checkpointResponse({ position }: LogRecord): ReadResponse {
  const checkpoint = new streamsPb.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  const response = new streamsPb.ReadResp();
  response.setCheckpoint(checkpoint);
  return response;
}

export function notFoundResponse(stream: string): ReadResponse {
  const notFound = new streamsPb.ReadResp.StreamNotFound();
  notFound.setStreamIdentifier(streamIdentifier(stream));
  const response = new streamsPb.ReadResp();
  response.setStreamNotFound(notFound);
  return response;
}

export function filterOf(request: ReadRequest): (record: LogRecord) => boolean {
  const filter = request.getOptions()?.getFilter();
  const byStream = filter?.getStreamIdentifier();
  const expression = byStream ?? filter?.getEventType();
  if (!expression) return () => true;
  const regex = expression.getRegex() ? new RegExp(expression.getRegex()) : undefined;
  const prefixes = expression.getPrefixList();
  return ({ stream, type }) => {
    const name = byStream ? stream : type;
    return regex ? regex.test(name) : prefixes.some((prefix) => name.startsWith(prefix));
  };
}
