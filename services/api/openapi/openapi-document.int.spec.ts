import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { z } from 'zod';
import { CALLS, type CallName, SHAPES } from '../../contracts/calls.js';
import { startTestApi, type TestApi } from '../testing/client.js';
import { CALL_DOCS, openApiDocument, pathOf } from './openapi-document.js';

interface Operation {
  readonly operationId: string;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: { properties: Record<string, { description?: string }>; required: string[] };
      };
    };
  };
}

const document = openApiDocument('https://example.com') as {
  readonly paths: Record<string, Record<string, Operation>>;
};
const operationOf = (name: CallName): Operation =>
  document.paths[pathOf(name)]![CALLS[name].method.toLowerCase()]!;
const bodyOf = (name: CallName) => operationOf(name).requestBody.content['application/json'].schema;
const names = Object.keys(CALLS) as CallName[];

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  it.each(names)(
    'describes %s like the tables do, with examples that the server accepts and gives',
    (name) => {
      const { request, answer }: { request: z.ZodType; answer: z.ZodType } = SHAPES[name];
      expect(operationOf(name).operationId).toBe(name);
      expect(request.safeParse(CALL_DOCS[name].body).error).toBeUndefined();
      expect(answer.safeParse(CALL_DOCS[name].answer).error).toBeUndefined();
      for (const [field, { description }] of Object.entries(bodyOf(name).properties))
        expect([field, description]).toEqual([field, expect.stringMatching(/\S/)]);
    },
  );

  it('shows money, codes and phones as on the wire', () => {
    const { amount, network, phone, transaction_pin } = bodyOf('buyAirtime').properties;
    expect(amount).toMatchObject({ type: ['number', 'string'] });
    expect(network).toMatchObject({ type: ['integer', 'string'] });
    expect([phone, transaction_pin]).toMatchObject([{ type: 'string' }, { type: 'string' }]);
    expect(bodyOf('buyAirtime').required).toEqual(['amount', 'network', 'phone', 'transaction_pin']);
  });

  it('requires a key for purchases alone, and names the allowed callers', () => {
    const keyed = names.filter((name) =>
      operationOf(name).parameters.some((parameter) => parameter.name === 'idempotency-key'),
    );
    expect(keyed.sort()).toEqual([
      'buyAirtime',
      'buyData',
      'buyExam',
      'fundBet',
      'payCable',
      'payElectricity',
      'sendSms',
      'transferMoney',
    ]);
    expect(operationOf('buyData').security).toEqual([
      { apiToken: [] },
      { session: [] },
      { admin_session: [] },
    ]);
    expect(operationOf('setPin').security).toEqual([{ session: [] }]);
    expect(operationOf('login').security).toEqual([]);
    expect(operationOf('activeVendors').security).toEqual([{ admin_session: [] }]);
  });
});

describe('GET /openapi.json', () => {
  let api: TestApi;
  beforeAll(async () => void (api = await startTestApi({ PUBLIC_URL: 'https://example.com' })));
  afterAll(() => api.app.close());

  it('answers the document to any caller', async () => {
    const answer = await api.get('/openapi.json');
    expect(answer).toMatchObject({ status: 200, body: JSON.parse(JSON.stringify(document)) });
  });
});
