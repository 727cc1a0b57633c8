import 'reflect-metadata';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { LedgerModule } from './ledger.module.js';
import type { Ground } from './ledger.module.js';

/** The domain over the stores of a process, embedded or of a cluster. */
export interface OpenDomain extends Ground {
  /** A service of the domain. */
  get<T>(type: Type<T>): T;
  /** Finishes what is under way, then closes the stores. */
  close(): Promise<void>;
}

/** Puts the domain on a ground. `closeGround` runs after what is under way is finished. */
export async function openDomain(ground: Ground, closeGround: () => Promise<void>): Promise<OpenDomain> {
  const domain: INestApplicationContext = await NestFactory.createApplicationContext(
    LedgerModule.over(ground),
    { logger: ['error', 'warn'] },
  );
  return {
    ...ground,
    get: (type) => domain.get(type, { strict: false }),
    async close() {
      await domain.close();
      await closeGround();
    },
  };
}
