import { describe, expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import type { Administrator } from '../../administrators/administrators.js';
import type { Permission } from '../../contracts/admin/administrators.contract.js';
import type { Role } from '../../contracts/services.js';
import { IdPipe } from '../pipes/zod.pipe.js';
import { PermissionGuard } from './permission.guard.js';

/** Result of the guard on a route that requires one of the permissions `wants`. */
async function asked(
  role: Role,
  has: readonly Permission[],
  wanted?: readonly Permission[],
  now: Partial<Administrator> = {},
) {
  let looked = 0;
  const guard = new PermissionGuard(
    {
      current: async ({ userId }) => {
        looked += 1;
        return {
          userId,
          role: role === 'admin' ? 'admin' : 'auditor',
          permissions: has,
          secondFactor: false,
          suspended: false,
          ...now,
        };
      },
    },
    { mustEnrol: () => false },
  );
  const access = wanted ? 'admin' : 'auditor';
  const rules = { access, kind: 'changes', ...(wanted && { permission: wanted }) };
  const request = { caller: { userId: 'ada', role }, headers: {}, routeOptions: { config: { rules } } };
  const context = { getArgByIndex: () => request } as Partial<ExecutionContext> as ExecutionContext;
  const told = await (async () => guard.canActivate(context))().catch((error: unknown) => error);
  return { told, looked, caller: request.caller };
}

describe('a call of administrators', () => {
  it.each([
    [['owner'], ['support'], true],
    [['support'], ['support', 'finance'], true],
    [['finance', 'support'], ['owner'], false],
    [['finance'], ['support'], false],
    [[], ['support'], false],
  ] as const)('for a caller with %j where %j is required: %s', async (has, wanted, allowed) => {
    const { told, caller } = await asked('admin', has, wanted);
    if (allowed) expect(told).toBe(true);
    else
      expect(told).toMatchObject({
        code: 'PERMISSION_MISSING',
        message: `This needs the permission ${wanted.join(' or ')}.`,
      });
    expect(caller).toMatchObject({ administrator: { permissions: has } });
  });

  it('without a permission lets auditors in, and does not look customers up', async () => {
    expect(await asked('auditor', [])).toMatchObject({ told: true, looked: 1 });
    expect(await asked('user', [], ['owner'])).toMatchObject({ told: true, looked: 0 });
  });

  it('uses the current role and permissions instead of those of the session, and refuses the suspended', async () => {
    expect(await asked('auditor', ['owner'], ['owner'], { role: 'admin' })).toMatchObject({
      told: true,
      caller: { role: 'admin' },
    });
    expect(await asked('admin', [], ['owner'], { role: 'auditor' })).toMatchObject({
      told: { code: 'WRONG_ROLE' },
      caller: { role: 'auditor' },
    });
    for (const wanted of [undefined, ['owner'] as const])
      expect(await asked('admin', ['owner'], wanted, { suspended: true })).toMatchObject({
        told: { code: 'SESSION_EXPIRED' },
      });
  });
});

it.each([
  ['5f0c-A_9', true],
  [':id', false],
  ['..', false],
  ['', false],
  ['x'.repeat(65), false],
  [undefined, false],
])('checks that %s is a valid id of a path: %s', (id, is) => {
  if (is) expect(new IdPipe().transform(id)).toBe(id);
  else expect(() => new IdPipe().transform(id)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
});
