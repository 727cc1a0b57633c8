import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newReference, openSandbox, type SandboxFixture, vtpassKeys } from '../testing/sandbox-fixture.js';

let listsDir: string;
let sandbox: SandboxFixture | undefined;
beforeEach(() => void (listsDir = mkdtempSync(join(tmpdir(), 'lists-'))));
afterEach(async () => {
  await sandbox?.close();
  sandbox = undefined;
  rmSync(listsDir, { recursive: true, force: true });
});
const write = (name: string, content: unknown) =>
  writeFileSync(join(listsDir, name), typeof content === 'string' ? content : JSON.stringify(content));

it('lists and sells the plans of a folder, at VTpass and at the host of SME data', async () => {
  const variation = { variation_code: 'own-1', name: '9GB - 9 days', variation_amount: '900.00' };
  write('vtpass-variations.json', { 'mtn-data': [variation] });
  const own = { dataplan_id: '9001', network: 1, plan_type: 'SME', plan: '9.0GB', plan_amount: '870.0' };
  write('sme-data-plans.json', { MTN_PLAN: [own] });
  sandbox = await openSandbox({ listsDir });
  const listed = await sandbox.call('/api/service-variations?serviceID=mtn-data');
  expect(listed.json).toMatchObject({ content: { variations: [variation] } });
  const phone = '08030000001';
  const order = (variation_code: string) =>
    sandbox!.post(
      '/api/pay',
      { request_id: newReference(), serviceID: 'mtn-data', billersCode: phone, phone, variation_code },
      vtpassKeys(),
    );
  expect((await order('own-1')).json).toMatchObject({ code: '000' });
  expect((await order('mtn-1gb-500')).json).toMatchObject({ code: '010' });
  const token = { authorization: 'Token vendor-4' };
  const share = { network: 1, mobile_number: phone, plan: 9001 };
  expect((await sandbox.call('/sme-data/api/network/', { headers: token })).json).toEqual({
    MTN_PLAN: [own],
  });
  expect((await sandbox.post('/sme-data/api/data/', share, token)).json).toMatchObject({
    Status: 'successful',
    plan_amount: '870.0',
  });
});

it('keeps its own list in place of a file that is missing, and names one that cannot be read', async () => {
  write('sme-data-plans.json', { MTN_PLAN: [] });
  sandbox = await openSandbox({ listsDir });
  const { json } = await sandbox.call('/api/service-variations?serviceID=mtn-data');
  expect(JSON.stringify(json)).toContain('mtn-1gb-500');
  write('vtpass-variations.json', '{');
  await expect(openSandbox({ listsDir })).rejects.toThrow(/^SANDBOX_LISTS .*vtpass-variations\.json: /);
});
