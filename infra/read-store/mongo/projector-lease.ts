import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, mongo } from 'mongoose';
import { isDuplicate } from '../../mongo/connect-mongo.js';

/** One stay in office. Its number is the fencing token: whoever holds a lower one may write no more. */
interface LeaseDocument {
  readonly _id: number;
  readonly holder: string;
  /** Counts up while the holder lives. */
  readonly beat: number;
  readonly released: boolean;
  /** Ids of the sessions its transactions belong to. */
  readonly sessions?: readonly mongo.Binary[];
}

export interface ProjectorLease {
  /** Higher than that of every holder before. */
  readonly token: number;
  /** Aborted when somebody else holds it, or it could not be renewed in time. */
  readonly lost: AbortSignal;
  /** Says whose transactions a successor has to end. */
  nameSession(id: mongo.Binary): Promise<void>;
  /** Ends the sessions of holders before that did not say good-bye, and with them what they hold. Does its best. */
  endEarlierSessions(): Promise<void>;
  /** Lets a standby take over at once. */
  release(): Promise<void>;
}

export interface AcquireLease {
  readonly connection: Connection;
  /** How long a holder may be silent before a standby takes over; default 6 s. */
  readonly leaseMs?: number;
  /** How often a holder counts on, and a standby looks; default a third, and a sixth, of `leaseMs`. */
  readonly everyMs?: number;
  /**
   * Whether this process can project at all now. While it cannot it does not count on, so that a standby may take over, and
   * does not want the office; a holder keeps it as long as nobody took it. Default: always.
   */
  readonly able?: (() => boolean) | undefined;
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
/** Holders before whose sessions are ended: one that is older has been succeeded, and so ended, by one of these. */
const ENDED_MAX = 20;

/**
 * Waits until this process is the one that projects. Takes over from a holder that stopped counting, by this process's
 * own clock: clocks of machines need not agree. The number of the next lease is inserted, so of two who want it one gets it.
 * @throws when the signal ended the waiting, or the server is away
 */
export async function acquireLease(options: AcquireLease): Promise<ProjectorLease> {
  const { connection, leaseMs = LEASE_MS, signal, onStandby, able = () => true } = options;
  const { everyMs: beatMs = leaseMs / BEATS_PER_LEASE, everyMs: lookMs = leaseMs / LOOKS_PER_LEASE } =
    options;
  const leases = connection.collection<LeaseDocument>(COLLECTION);
  const holder = `${hostname()}/${process.pid}/${randomUUID()}`;
  const newest = async (): Promise<LeaseDocument | undefined> =>
    (await leases.find().sort({ _id: -1 }).limit(1).toArray())[0] as LeaseDocument | undefined;
  let seen = '';
  let seenAt = 0;
  let announced = false;
  for (;;) {
    signal?.throwIfAborted();
    const current = await newest();
    const now = performance.now();
    const sign = `${current?._id} ${current?.beat}`;
    if (sign !== seen) [seen, seenAt] = [sign, now];
    const free = current === undefined || current.released || now - seenAt >= leaseMs;
    if (free && able()) {
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
    if (!free && !announced) {
      onStandby?.();
      announced = true;
    }
    await sleep(lookMs, undefined, signal ? { signal } : {});
  }

  function hold(token: number): ProjectorLease {
    const lost = new AbortController();
    const ended = new AbortController();
    const beating = beat(token, lost, ended.signal);
    return {
      token,
      lost: lost.signal,
      nameSession: async (id) => {
        await leases.updateOne({ _id: token }, { $push: { sessions: id } });
      },
      endEarlierSessions: () => endSessionsBefore(token),
      release: async () => {
        ended.abort();
        await beating;
        if (!lost.signal.aborted) await leases.updateOne({ _id: token }, { $set: { released: true } });
      },
    };
  }

  async function endSessionsBefore(token: number): Promise<void> {
    const earlier = (await leases
      .find({ _id: { $lt: token }, released: false, sessions: { $exists: true } })
      .sort({ _id: -1 })
      .limit(ENDED_MAX)
      .toArray()) as readonly LeaseDocument[];
    const killSessions = earlier.flatMap(({ sessions = [] }) => sessions.map((id) => ({ id })));
    if (killSessions.length === 0) return;
    // Refused by a server that has no such command, or a user who may not: then its own limit ends them.
    await connection
      .getClient()
      .db('admin')
      .command({ killSessions })
      .catch(() => undefined);
  }

  async function beat(token: number, lost: AbortController, ended: AbortSignal): Promise<void> {
    let renewedAt = performance.now();
    while (!lost.signal.aborted) {
      await sleep(beatMs, undefined, { signal: ended, ref: false }).catch(() => undefined);
      if (ended.aborted) return;
      try {
        if (able()) await leases.updateOne({ _id: token }, { $inc: { beat: 1 } });
        if ((await newest())?._id !== token) lost.abort();
        renewedAt = performance.now();
      } catch {
        if (performance.now() - renewedAt > leaseMs) lost.abort();
      }
    }
  }
}
