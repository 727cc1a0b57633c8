import { Controller, Inject, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CONFIG } from '../../../../infra/config/settings.js';
import { ResolvePurchaseId } from '../../../../read-models/external-transactions/external-transactions.query.js';
import { Proofs } from '../../../audit/proofs/proofs.js';
import { nameOfTarget, publishTargetOf } from '../../../audit/seals/publish/publish-target.js';
import { publicKeyPem } from '../../../audit/seals/seal-key.js';
import { AUDIT_QUERIES, type AuditAnswer, type AuditAsked } from '../../../contracts/admin/audit.contract.js';
import { RuleBroken } from '../../../contracts/errors.js';
import type { Config } from '../../../runtime/config.js';
import { API_HEALTH, type ApiHealth } from '../../api-health.js';
import { ZodPipe } from '../../pipes/zod.pipe.js';
import { AuditQuery, AuditReads } from '../../guards/route-rules.js';

const SEALS = 100;

/** A proof can be checked without the ledger. */
@Controller()
export class AuditProofsController {
  constructor(
    private readonly proofs: Proofs,
    private readonly queries: QueryBus,
    @Inject(API_HEALTH) private readonly health: ApiHealth,
    @Inject(CONFIG) private readonly config: Pick<Config, 'SEAL_PUBLISH'>,
  ) {}

  @AuditReads('seals')
  async seals(
    @AuditQuery('seals') { before, limit = SEALS }: AuditAsked<'seals'>,
  ): Promise<AuditAnswer<'seals'>> {
    const newest = await this.proofs.newestSeal();
    const seals = await this.proofs.sealsBefore(before, limit);
    return {
      status: true,
      position: await this.health.lastPosition(),
      covered: newest?.treeSize ?? 0,
      seals: [...seals],
      done: seals.length < limit || seals.at(-1)?.revision === 0,
      published: this.published(),
      keys: this.proofs.publicKeys.map((key) => ({ ...key, pem: publicKeyPem(key) })),
    };
  }

  private published(): AuditAnswer<'seals'>['published'] {
    const { SEAL_PUBLISH } = this.config;
    if (SEAL_PUBLISH === undefined) return null;
    const { treeSize, waitingSince } = this.health.seals?.()?.publishing ?? {};
    return {
      to: nameOfTarget(publishTargetOf(SEAL_PUBLISH)),
      treeSize: treeSize ?? null,
      failingSince: waitingSince === undefined ? null : new Date(waitingSince).toISOString(),
    };
  }

  @AuditReads('consistency')
  async consistency(
    @AuditQuery('consistency') { first, second }: AuditAsked<'consistency'>,
  ): Promise<AuditAnswer<'consistency'>> {
    const { path, ...proof } = await this.proofs.consistency(first, second);
    return { status: true, proof: { ...proof, path: [...path] } };
  }

  /** @throws RuleBroken NOT_FOUND */
  @AuditReads('eventProof')
  async eventProof(
    @Param(new ZodPipe(AUDIT_QUERIES.eventProof)) { position }: AuditAsked<'eventProof'>,
  ): Promise<AuditAnswer<'eventProof'>> {
    return proven(await this.proofs.ofEvent(position));
  }

  /** @throws RuleBroken NOT_FOUND */
  @AuditReads('receiptProof')
  async receiptProof(
    @Param(new ZodPipe(AUDIT_QUERIES.receiptProof)) { reference }: AuditAsked<'receiptProof'>,
  ): Promise<AuditAnswer<'receiptProof'>> {
    const purchaseId = await this.queries.execute(new ResolvePurchaseId(reference));
    const userId = await this.proofs.buyerOf(purchaseId);
    if (userId === undefined) throw new RuleBroken('NOT_FOUND');
    return proven(await this.proofs.ofPurchase(userId, purchaseId));
  }
}

const proven = (proof: Awaited<ReturnType<Proofs['ofEvents']>>): AuditAnswer<'eventProof'> => ({
  status: true,
  proof: proof
    ? { ...proof, events: proof.events.map(({ path, ...event }) => ({ ...event, path: [...path] })) }
    : null,
});
