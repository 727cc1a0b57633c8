import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { isDuplicate } from '../../mongo/connect-mongo.js';

/** One stay in office. Its number is the fencing token: whoever holds a lower one may write no more. */
interface LeaseDocument {
  readonly _id: number;
  readonly holder: string;
  /** Counts up while the holder lives. */
  readonly beat: number;
  readonly released: boolean;
}

export interface ProjectorLease {
  /** Higher than that of every holder before. */
  readonly token: number;
  /** Aborted when somebody else holds it, or it could not be renewed in time. */
  readonly lost: AbortSignal;
  /** Lets a standby take over at once. */
  release(): Promise<void>;
}

export interface AcquireLease {
  readonly connection: Connection;
  /** How long a holder may be silent before a standby takes over; default 6 s. */
  readonly leaseMs?: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
  /** Told once when somebody else holds it. */
  readonly onStandby?: (() => void) | undefined;
}

const COLLECTION = 'read_model_leases';
const LEASE_MS = 6_000;
const BEATS_PER_LEASE = 3;
const LOOKS_PER_LEASE = 6;
/** Past holders kept, so that somebody who slept cannot insert a number that was used before. */
const KEPT = 1_000;

/**
 * Waits until this process is the one that projects. Takes over from a holder that stopped counting, by this process's
 * own clock: clocks of machines need not agree. The number of the next lease is inserted, so of two who want it one gets it.
 * @throws when the signal ended the waiting, or the server is away
 */
export async function acquireLease(options: AcquireLease): Promise<ProjectorLease> {
  const { connection, leaseMs = LEASE_MS, signal, onStandby } = options;
  const leases = connection.collection<LeaseDocument>(COLLECTION);
  const holder = `${hostname()}/${process.pid}/${randomUUID()}`;
  const newest = async (): Promise<LeaseDocument | undefined> =>
    (await leases.find().sort({ _id: -1 }).limit(1).toArray())[0] as LeaseDocument | undefined;
  let seen = '';
  let seenAt = 0;
  let told = false;
  for (;;) {
    signal?.throwIfAborted();
    const current = await newest();
    const now = performance.now();
    const sign = `${current?._id} ${current?.beat}`;
    if (sign !== seen) [seen, seenAt] = [sign, now];
    if (current === undefined || current.released || now - seenAt >= leaseMs) {
      const token = (current?._id ?? 0) + 1;
      try {
        await leases.insertOne({ _id: token, holder, beat: 0, released: false });
        await leases.deleteMany({ _id: { $lt: token - KEPT } });
        return hold(token);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
      continue;
    }
    if (!told) onStandby?.();
    told = true;
    await sleep(leaseMs / LOOKS_PER_LEASE, undefined, signal ? { signal } : {});
  }

  function hold(token: number): ProjectorLease {
    const lost = new AbortController();
    const ended = new AbortController();
    const beating = beat(token, lost, ended.signal);
    return {
      token,
      lost: lost.signal,
      release: async () => {
        ended.abort();
        await beating;
        if (!lost.signal.aborted) await leases.updateOne({ _id: token }, { $set: { released: true } });
      },
    };
  }

  async function beat(token: number, lost: AbortController, ended: AbortSignal): Promise<void> {
    let renewedAt = performance.now();
    while (!lost.signal.aborted) {
      await sleep(leaseMs / BEATS_PER_LEASE, undefined, { signal: ended, ref: false }).catch(() => undefined);
      if (ended.aborted) return;
      try {
        await leases.updateOne({ _id: token }, { $inc: { beat: 1 } });
        if ((await newest())?._id !== token) lost.abort();
        renewedAt = performance.now();
      } catch {
        if (performance.now() - renewedAt > leaseMs) lost.abort();
      }
    }
  }
}
