import { createSign, generateKeyPairSync, hash, randomBytes, type KeyObject } from 'node:crypto';
import type { RelyingParty } from '../webauthn.js';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export interface Oddities {
  /** False when the device did not verify its owner. */
  readonly verified?: boolean;
  readonly counter?: number;
  readonly origin?: string;
  readonly rpId?: string;
  /** True for a signature over other bytes. */
  readonly forged?: boolean;
}

export class Authenticator {
  readonly id = randomBytes(16).toString('base64url');
  counter = 0;
  private readonly privateKey: KeyObject;
  private readonly coseKey: Buffer;

  constructor(private readonly party: RelyingParty) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
    this.coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** Like `navigator.credentials.create`. */
  create(challenge: string, oddities: Oddities = {}) {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.coseKey]);
    const data = Buffer.concat([this.head(HAS_CREDENTIAL, oddities), credential]);
    // {"fmt": "none", "attStmt": {}, "authData": data}
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ]);
    return {
      id: this.id,
      response: {
        clientDataJSON: this.clientData('webauthn.create', challenge, oddities).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      },
    };
  }

  /** Like `navigator.credentials.get`. */
  sign(challenge: string, oddities: Oddities = {}) {
    this.counter += 1;
    const data = this.head(0, { counter: this.counter, ...oddities });
    const client = this.clientData('webauthn.get', challenge, oddities);
    const signed = Buffer.concat([data, hash('sha256', oddities.forged ? 'else' : client, 'buffer')]);
    return {
      id: this.id,
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(this.privateKey).toString('base64url'),
      },
    };
  }

  private head(flag: number, { verified = true, counter = this.counter, rpId }: Oddities): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flag | USER_PRESENT | (verified ? USER_VERIFIED : 0));
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([hash('sha256', rpId ?? this.party.id, 'buffer'), rest]);
  }

  private clientData(type: string, challenge: string, { origin = this.party.origin }: Oddities): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}
