import { describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { CONFIG } from '../../infra/config/config.js';
import { KEY_VAULT, SECRETS } from '../../infra/crypto/key-vault.js';
import { EVENT_STORE } from '../../infra/event-store/event-store.js';
import { LIMITS } from '../../infra/limits/limits.js';
import { SESSION_STORE, TRIES_STORE } from '../../infra/sessions/session-store.js';
import { openLmdbSessions } from '../../infra/sessions/open-lmdb-sessions.js';
import { SNAPSHOTS } from '../../infra/snapshots/snapshots.js';
import { openLmdbSnapshots } from '../../infra/snapshots/open-lmdb-snapshots.js';
import { join } from 'node:path';
import { AccountsModule } from './accounts.module.js';
import { Login } from './login.handler.js';
import { RegisterUser } from './register-user.handler.js';
import { SetPin } from './set-pin.handler.js';
import { ADA, openPeople } from './testing/people.js';
import { Users } from './users.js';
import { VerifyEmail } from './verify-email.handler.js';
import { systemStory } from './write-stream.js';

class Ports {}
Module({})(Ports);

describe('the accounts module', () => {
  it('wires every command to its handler', async () => {
    const people = await openPeople();
    const kept = openLmdbSessions({ dir: join(people.dir, 'module-sessions') });
    const snapshots = openLmdbSnapshots({ dir: join(people.dir, 'module-snapshots') });
    const values = [
      ...[
        { provide: EVENT_STORE, useValue: people.store },
        { provide: KEY_VAULT, useValue: people.vault },
      ],
      ...[
        { provide: SECRETS, useValue: people.secrets },
        { provide: CONFIG, useValue: people.config },
      ],
      ...[
        { provide: SESSION_STORE, useValue: kept.sessions },
        { provide: TRIES_STORE, useValue: kept.tries },
      ],
      ...[
        { provide: LIMITS, useValue: kept.limits },
        { provide: SNAPSHOTS, useValue: snapshots },
      ],
    ];
    const ports: DynamicModule = {
      ...{ module: Ports, global: true, imports: [AccountsModule] },
      ...{ providers: values, exports: values.map((value) => value.provide) },
    };
    const app = await NestFactory.createApplicationContext(ports, { logger: false });
    await app.init();
    const bus = app.get(CommandBus);
    const story = systemStory();
    const { userId } = await bus.execute(new RegisterUser(ADA, story));
    await bus.execute(new VerifyEmail(userId, story));
    await bus.execute(new SetPin(userId, '4826', story));
    const { user } = await bus.execute(new Login(ADA.email, ADA.password, ['user'], '::1'));
    expect(user).toMatchObject({ userId, emailVerified: true });
    expect((await app.get(Users).byId(userId))?.pinMac).toBeDefined();
    await app.close();
    await Promise.all([kept.close(), snapshots.close()]);
    await people.remove();
  });
});
