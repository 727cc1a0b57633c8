import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { z } from 'zod';
import { CALLS, type CallName, SHAPES } from '../../contracts/calls.js';
import { startTestApi, type TestApi } from '../testing/client.js';
import { openApiDocument, pathOf } from './openapi-document.js';
import { DEFAULT_BRAND } from '../../contracts/brand/default-brand.js';

interface Operation {
  readonly operationId: string;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly { readonly name: string; readonly description?: string }[];
  readonly requestBody: { readonly content: JsonContent };
  readonly responses: { readonly 200: { readonly content: JsonContent } };
}

interface JsonContent {
  readonly 'application/json': {
    readonly schema: { properties: Record<string, { description?: string }>; required: string[] };
    readonly example: unknown;
  };
}

const document = openApiDocument('https://example.com', DEFAULT_BRAND.name) as {
  readonly paths: Record<string, Record<string, Operation>>;
};
const operationOf = (name: CallName): Operation =>
  document.paths[pathOf(name)]![CALLS[name].method.toLowerCase()]!;
const requestOf = (name: CallName) => operationOf(name).requestBody.content['application/json'];
const bodyOf = (name: CallName) => requestOf(name).schema;
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
      const { operationId, responses } = operationOf(name);
      expect(operationId).toBe(name);
      expect(request.safeParse(requestOf(name).example).error).toBeUndefined();
      expect(answer.safeParse(responses[200].content['application/json'].example).error).toBeUndefined();
      for (const [field, { description }] of Object.entries(bodyOf(name).properties))
        expect([field, description]).toEqual([field, expect.stringMatching(/\S/)]);
    },
  );

  it.each(Object.entries(document.paths).filter(([path]) => path.startsWith('/v1/audit/')))(
    'describes each parameter of %s',
    (_, { get }) => {
      for (const { name, description } of get!.parameters)
        expect([name, description]).toEqual([name, expect.stringMatching(/\S/)]);
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
