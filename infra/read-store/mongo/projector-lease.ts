import { hostname } from 'node:os';
import type { Connection, mongo } from 'mongoose';
import { randomUUID } from '../../host/chance.js';
import { type EnterOffice, enterOffice, type Office, type OfficeRecords } from '../../lease/office.js';
import { isDuplicate } from '../../mongo/connect-mongo.js';

/** One stay in office. */
interface LeaseDocument {
  readonly _id: number;
  readonly holder: string;
  /** Counts up while the holder lives. */
  readonly beat: number;
  readonly released: boolean;
  /** Ids of the sessions its transactions belong to. */
  readonly sessions?: readonly mongo.Binary[];
}

export interface ProjectorLease extends Office {
  /** Says whose transactions a successor has to end. */
  nameSession(id: mongo.Binary): Promise<void>;
  /** Ends the sessions of holders before that did not say good-bye, and with them what they hold. Does its best. */
  endEarlierSessions(): Promise<void>;
}

export interface AcquireLease extends EnterOffice {
  readonly connection: Connection;
}

const COLLECTION = 'read_model_leases';
/** Past holders kept, so that somebody who slept cannot insert a number that was used before. */
const KEPT = 1_000;
/** Holders before whose sessions are ended: one that is older has been succeeded, and so ended, by one of these. */
const ENDED_MAX = 20;

/**
 * Waits until this process is the one that projects. The number of the next lease is inserted, so of two who want it one gets it.
 * @throws when the signal ended the waiting, or the server is away
 */
export async function acquireLease({ connection, ...options }: AcquireLease): Promise<ProjectorLease> {
  const leases = connection.collection<LeaseDocument>(COLLECTION);
  const holder = `${hostname()}/${process.pid}/${randomUUID()}`;
  const records: OfficeRecords = {
    async newest() {
      const [newest] = (await leases.find().sort({ _id: -1 }).limit(1).toArray()) as readonly LeaseDocument[];
      return newest && { token: newest._id, beat: newest.beat, released: newest.released };
    },
    async enter(token) {
      try {
        await leases.insertOne({ _id: token, holder, beat: 0, released: false });
        await leases.deleteMany({ _id: { $lt: token - KEPT } });
        return true;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        return false;
      }
    },
    async beat(token) {
      await leases.updateOne({ _id: token }, { $inc: { beat: 1 } });
    },
    async release(token) {
      await leases.updateOne({ _id: token }, { $set: { released: true } });
    },
  };
  const office = await enterOffice(records, options);
  const { token } = office;
  return {
    ...office,
    nameSession: async (id) => {
      await leases.updateOne({ _id: token }, { $push: { sessions: id } });
    },
    endEarlierSessions: () => endSessionsBefore(token),
  };

  async function endSessionsBefore(before: number): Promise<void> {
    const earlier = (await leases
      .find({ _id: { $lt: before }, released: false, sessions: { $exists: true } })
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
}
