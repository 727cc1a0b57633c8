import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { BrandFields } from '../../brand/brand-fields.js';
import { BRAND_FIELDS } from '../../contracts/brand/brand.contract.js';
import { LOGO_BYTES_MAX } from '../../contracts/brand/logo.js';
import type { RunCommand } from '../ledger-commands.js';
import { firstBytes } from './first-bytes.js';

export async function showBrand(run: RunCommand, print: (line: string) => void): Promise<void> {
  const fields = (await run('brand', {})) as BrandFields;
  for (const line of JSON.stringify(fields, null, 2).split('\n')) print(line);
}

/** @throws Error that names each wrong field */
export function readBrand(text: string): Partial<BrandFields> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('the file is not JSON: begin from what `brand show` prints');
  }
  const { data, error } = z.strictObject(BRAND_FIELDS).partial().safeParse(json);
  if (data) return data as Partial<BrandFields>;
  const faults = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${key}: is no field of a brand`)
      : [`${issue.path.join('.') || 'the file'}: ${issue.message}`],
  );
  throw new Error(faults.join('\n'));
}

/** Fields that the file lacks stay unchanged. */
export async function setBrand(run: RunCommand, file: string, print: (line: string) => void): Promise<void> {
  const fields = readBrand(await readFile(file, 'utf8'));
  const now = (await run('brand', {})) as BrandFields;
  const { name } = (await run('brand', { fields: { ...now, ...fields } })) as BrandFields;
  print(`The brand is ${name} now.`);
}

export async function setLogo(
  run: RunCommand,
  file: string | undefined,
  print: (line: string) => void,
): Promise<void> {
  if (file === undefined) {
    print((await run('logo', {})) ? 'The logo is removed.' : 'There is no logo.');
    return;
  }
  const bytes = await firstBytes(file, LOGO_BYTES_MAX + 1);
  const changed = await run('logo', { file: Buffer.from(bytes).toString('base64') });
  print(changed ? 'The logo is set.' : 'This is the logo already.');
}
