import { Module } from '@nestjs/common';
import { expect, it } from '@jest/globals';
import type { Telemetry } from '../../telemetry/telemetry.js';
import { createApi } from '../create-api.js';
import { stubbedProduct } from '../testing/stub-rooms.js';

it('stops the metrics of an api that fails to start, so that the next try can use the collector', async () => {
  const product = stubbedProduct();
  @Module({ imports: [product.module] })
  class Failing {
    onModuleInit(): never {
      throw new Error('a store is away');
    }
  }
  const told: string[] = [];
  const telemetry: Telemetry = {
    purchases: { record: () => undefined },
    sendMetrics: () => void told.push('sends'),
    endMetrics: () => Promise.resolve(void told.push('ends')),
    flush: () => void told.push('flushes'),
    close: () => Promise.resolve(void told.push('closes')),
  };
  await expect(createApi({ module: Failing }, { ...product, telemetry })).rejects.toThrow('a store is away');
  expect(told).toEqual(['sends', 'ends']);
});
