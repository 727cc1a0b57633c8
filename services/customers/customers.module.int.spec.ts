import { describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { CONFIG } from '../../infra/config/settings.js';
import { KEY_VAULT, SECRETS } from '../../infra/crypto/key-vault.js';
import { EVENT_STORE } from '../../infra/event-store/event-store.js';
import { LIMITS } from '../../infra/limits/limits.js';
import { COUNTER_STORE, SESSION_STORE, TRIES_STORE } from '../../infra/sessions/session-store.js';
import { openLmdbSessions } from '../../infra/sessions/open-lmdb-sessions.js';
import { SNAPSHOTS } from '../../infra/snapshots/snapshots.js';
import { openLmdbSnapshots } from '../../infra/snapshots/open-lmdb-snapshots.js';
import { join } from 'node:path';
import { CustomersModule } from './customers.module.js';
import { Login } from './login/login.handler.js';
import { CreateUser } from './registration/create-user.handler.js';
import { SetPin } from './pin/set-pin.handler.js';
import { ADA, openPeople } from './testing/people.js';
import { Users } from './users.js';
import { MarkEmailVerified } from './registration/verify-email.handler.js';
import { systemContext } from '../../infra/event-store/event-context.js';

class Ports {}
Module({})(Ports);

describe('the customers module', () => {
  it('wires every command to its handler', async () => {
    const people = await openPeople();
    const kept = openLmdbSessions({ dir: join(people.dir, 'module-sessions') });
    const snapshots = openLmdbSnapshots({ dir: join(people.dir, 'module-snapshots') });
    const values = [
      { provide: EVENT_STORE, useValue: people.store },
      { provide: KEY_VAULT, useValue: people.vault },
      { provide: SECRETS, useValue: people.secrets },
      { provide: CONFIG, useValue: people.config },
      { provide: SESSION_STORE, useValue: kept.sessions },
      { provide: TRIES_STORE, useValue: kept.tries },
      { provide: COUNTER_STORE, useValue: kept.counters },
      { provide: LIMITS, useValue: kept.limits },
      { provide: SNAPSHOTS, useValue: snapshots },
    ];
    const ports: DynamicModule = {
      module: Ports,
      global: true,
      imports: [CustomersModule],
      providers: values,
      exports: values.map((value) => value.provide),
    };
    const app = await NestFactory.createApplicationContext(ports, { logger: false });
    await app.init();
    const bus = app.get(CommandBus);
    const context = systemContext();
    const { userId } = await bus.execute(new CreateUser(ADA, context));
    await bus.execute(new MarkEmailVerified(userId, context));
    await bus.execute(new SetPin(userId, '4826', context));
    const { user } = await bus.execute(new Login(ADA.email, ADA.password, ['user'], '::1'));
    expect(user).toMatchObject({ userId, emailVerified: true });
    expect((await app.get(Users).byId(userId))?.pinMac).toBeDefined();
    await app.close();
    await Promise.all([kept.close(), snapshots.close()]);
    await people.remove();
  });
});
