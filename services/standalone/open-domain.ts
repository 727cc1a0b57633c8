import 'reflect-metadata';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { loadVendorRows } from '../catalog/vendor-rows.js';
import { OwnCatalogStream } from '../catalog/change-catalog.handler.js';
import { keepCatalog } from '../catalog/keep-catalog.js';
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
  // Said here in one line; the framework would print where it was found.
  loadVendorRows(ground.config);
  const domain: INestApplicationContext = await NestFactory.createApplicationContext(
    LedgerModule.over(ground),
    { logger: ['error', 'warn'] },
  );
  const closing = new AbortController();
  const stream = domain.get(OwnCatalogStream, { strict: false });
  // A look that fails is made up for by the next one.
  await keepCatalog({ stream, signal: closing.signal, onFault: () => undefined });
  return {
    ...ground,
    get: (type) => domain.get(type, { strict: false }),
    async close() {
      closing.abort();
      await domain.close();
      await closeGround();
    },
  };
}
