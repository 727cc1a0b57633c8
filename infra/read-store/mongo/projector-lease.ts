import { hostname } from 'node:os';
import type { Connection, mongo } from 'mongoose';
import { randomUUID } from '../../host/chance.js';
import { type EnterOffice, enterOffice, type Office, type OfficeRecords } from '../../lease/office.js';
import { isDuplicate } from '../../mongo/connect-mongo.js';

interface LeaseDocument {
  readonly _id: number;
  readonly holder: string;
  readonly beat: number;
  readonly released: boolean;
  readonly sessions?: readonly mongo.Binary[];
}

export interface ProjectorLease extends Office {
  nameSession(id: mongo.Binary): Promise<void>;
  /**
   * Ends the database sessions of earlier lease holders that did not release the lease. Such sessions may hold
   * locks. Never fails.
   */
  endEarlierSessions(): Promise<void>;
}

export interface AcquireLease extends EnterOffice {
  readonly connection: Connection;
}

const COLLECTION = 'read_model_leases';
/**
 * Number of lease documents to keep. A process that wakes from a suspension cannot insert a token whose
 * document still exists.
 */
const KEPT = 1_000;
const ENDED_MAX = 20;

/**
 * To get the lease, a process inserts a document whose `_id` is the token. Only one process can insert a
 * token.
 * @throws when `signal` aborts
 * @throws when the server does not answer
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
    // The server may forbid `killSessions`. Sessions then end at its time limit.
    await connection
      .getClient()
      .db('admin')
      .command({ killSessions })
      .catch(() => undefined);
  }
}
