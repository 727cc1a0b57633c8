import { describe, expect, it } from '@jest/globals';
import { parcel, parcelCountView, parcelView, put } from '../../read-store/testing/parcels.js';
import { describeReadStore } from '../../read-store/testing/read-store.contract.js';
import type { View } from '../../read-store/view.js';
import { installHost } from '../simulated-host.js';
import { CALM, Network } from '../network.js';
import { Scheduler } from '../scheduler.js';
import { SimulatedProcess } from '../simulated-process.js';
import { atRealPace } from '../testing/at-real-pace.js';
import { ReadModelsServer } from './read-models-server.js';
import { SimulatedReader } from './simulated-reader.js';
import { SimulatedWriter } from './simulated-writer.js';

const views: readonly View[] = [parcelView as View, parcelCountView];
const { signal } = new AbortController();
let seed = 0;

describe.each([true, false])('simulated read models with atomic batches: %s', (transactions) => {
  describeReadStore('simulated', async () => {
    const scheduler = new Scheduler((seed += 1));
    const network = new Network(scheduler, { ...CALM, latencyMs: 0.2 });
    const server = new ReadModelsServer();
    const end = atRealPace(scheduler);
    const writer = await SimulatedWriter.open({ server, network, views, transactions, signal });
    const reader = new SimulatedReader(server, network, views);
    const close = async (): Promise<void> => {
      await writer.close();
      end();
    };
    return { writer, reader, close };
  });
});

describe('two writers of simulated read models', () => {
  it('take turns, and a writer replaced during its pause is fenced', async () => {
    const scheduler = new Scheduler(1);
    const restoreHost = installHost(scheduler);
    try {
      const network = new Network(scheduler);
      const server = new ReadModelsServer();
      const [first, second] = ['first', 'second'].map((name) => new SimulatedProcess(scheduler, name));
      const told: string[] = [];
      const write = async (name: string, from: number, to: number, waitsFor: number): Promise<void> => {
        const writer = await SimulatedWriter.open({ server, network, views, transactions: true, signal });
        told.push(`${name} in office`);
        writer.lost.addEventListener('abort', () => told.push(`${name} lost it`));
        scheduler.in(waitsFor, scheduler.current, 'writes', () => {
          writer.apply(parcelView as View, from, to, [put(parcel(to))]).then(
            () => told.push(`${name} wrote`),
            (error: Error) => told.push(`${name}: ${error.message}`),
          );
        });
      };
      scheduler.in(0, first, 'begin', () => void write('first', 0, 1, 500));
      scheduler.in(100, second, 'begin', () => void write('second', 1, 2, 0));
      await scheduler.runUntil(1_000);
      first!.pause(60_000);
      scheduler.in(0, first, 'begin', () => undefined);
      await scheduler.runUntil(70_000);
      expect(told.slice(0, 4)).toEqual([
        'first in office',
        'first wrote',
        'second in office',
        'second wrote',
      ]);
      expect(told.slice(4)).toEqual(['first lost it']);
      expect(server.served('parcels')).toMatchObject({ at: 2 });
      expect(() =>
        server.finish([{ view: 'parcels', generation: 1, from: 2, to: 3, parked: [] }], 1),
      ).toThrow('took over');
    } finally {
      restoreHost();
    }
  });
});
