import type { PackManifest } from './pack-files.js';

export const packReadme = ({ events, ledgerId, root, at }: PackManifest): string => `Auditor pack of a ledger

Every event of one ledger from its first up to event ${events}, as stored, made at ${at}.
Ledger ${ledgerId}
Root   ${root}

To check it you need Node.js 20.19 or later and nothing else: no network, no package, not the ledger.

    node verify.mjs

ends with 0 when it is clean, 1 when it is faulty and names the first fault and its place, 2 when it could not finish.

    node verify.mjs --key <public key> --seals <file>

compares it with what you hold yourself. Without that, all of a pack may have been made anew by whoever made it:
a verifier that comes with it proves only that it agrees with itself.
  --key    the public key of the ledger's seals, 64 hexadecimal digits, as its operator published it; again for each key
           that the ledger had. Every seal must have been signed by one of them.
  --seals  seals that you kept, one JSON line each, as the ledger publishes them (or seals.jsonl of an earlier pack).
  --json   prints the report as JSON.
A verifier of your own, from an earlier pack or from the source of the product, takes the folder to check as its argument.

What is in it
  journal.jsonl       a line an event: its position, its hash, and the event. SHA-256 of the bytes of "event" is the hash;
                      "previousHash" in it is the hash of the event before it in its stream.
  journal.hledger     what moved money, for hledger (https://hledger.org): hledger -f journal.hledger balance
  seals.jsonl         the signed seals: Ed25519 over the root of the Merkle tree (RFC 6962) over the hashes of so many events
  keys.json           the public keys that signed them, also as PEM
  trial-balance.json  kobo of every account after the last event, debit positive
  pack.json           what the pack says of itself
  verify.mjs          computes all of it again from the events: hashes, the chain of each stream, postings (balanced, as the rules
                      of each kind of event want, no wallet below zero, each purchase captured once or released once),
                      every balance, every root, every signature.

Names, emails, phone numbers and what else is personal is encrypted inside the events, and no key to it is in the pack.
`;
