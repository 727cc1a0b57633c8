import { describe, expect, it } from '@jest/globals';
import { classifySummary } from './classify-transfer.js';

const asked = { reference: 'R1', amount: 100_00n };
const said = (sessionId: string) =>
  classifySummary(
    {
      answered: true,
      status: 200,
      body: `{"requestSuccessful":true,"responseBody":{"status":"SUCCESS","reference":"R1","amount":100,"transactionReference":"T1","sessionId":${sessionId}}}`,
    },
    asked,
  );

describe('the session of a delivered transfer', () => {
  it('is read with spaces around it', () =>
    expect(said('" 090405211129160321789012345678 "')).toMatchObject({
      artefacts: { sessionId: '090405211129160321789012345678' },
    }));
  it('is kept as unread when it is a number that was rounded', () =>
    expect(said('90405211129160321789012345678')).toMatchObject({
      artefacts: { unread: expect.stringMatching(/^sessionId: 9/) },
    }));
  it('is kept as unread, without marks of direction, when it has other characters', () =>
    expect(said('"09040\\u202e5/1"')).toMatchObject({ artefacts: { unread: 'sessionId: 09040 5/1' } }));
  it('is left out when it is empty', () => expect(said('""')).not.toHaveProperty('artefacts'));
});
