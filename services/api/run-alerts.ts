import type { INestApplicationContext } from '@nestjs/common';
import { checkpointsIn, type DisposableValues } from '../../infra/checkpoints/checkpoints.js';
import { failingSweeps } from '../funding/sweep/failing-sweeps.js';
import { logWentBackAt } from '../../infra/checkpoints/log-went-back.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import { monotonicMs, nowMs } from '../../infra/host/clock.js';
import { ClockWatch } from '../../infra/host/clock-watch.js';
import type { Lease } from '../../infra/lease/lease.js';
import { openMailer } from '../../infra/mail/open-mailer.js';
import { MailRefused } from '../../infra/mail/mailer.js';
import { MailWatch } from '../../infra/mail/mail-watch.js';
import { SNAPSHOTS } from '../../infra/snapshots/snapshots.js';
import { damagedAt, isBeingMade } from '../../infra/read-store/sqlite/database.js';
import { READ_STORE, type ReadStore, ReadModelsUnavailable } from '../../infra/read-store/view.js';
import { askedAfter } from '../../read-models/external-transactions/external-transactions.query.js';
import { externalTransactionsView } from '../../read-models/external-transactions/external-transactions.view.js';
import { oldestAt } from '../../read-models/list-page.js';
import { oldestUnread } from '../../read-models/unmatched/unmatched.query.js';
import { staffIn } from '../../read-models/users/users.query.js';
import { usersView } from '../../read-models/users/users.view.js';
import { type Colleague, isOnDuty } from '../administrators/access/access.decider.js';
import { Administrators } from '../administrators/administrators.js';
import type { AlertSettings } from '../alerts/alert.settings.js';
import type { AlertThresholds, Observed } from '../alerts/alert-rules.js';
import { AlertStreams } from '../alerts/alert-streams.js';
import { AlertWatch } from '../alerts/alert-watch.js';
import type { PendingDigest } from '../alerts/alerts.state.js';
import { digestMail, postDigest, WEBHOOK_CHANNEL } from '../alerts/send-digest.js';
import { overdueAfterMs } from '../audit/scheduled/audit-reader.js';
import { lastAudit } from '../audit/scheduled/audit.events.js';
import { unsealedSince } from '../audit/seals/seal-health.js';
import { Brands } from '../brand/brands.js';
import { Catalog } from '../catalog/catalog.js';
import { told } from '../catalog/funding-terms/funding-terms.decider.js';
import { planSellers, readVendorList } from '../catalog/vendor-list/read-vendor-list.js';
import { VendorListWatch } from '../catalog/vendor-list/vendor-list-watch.js';
import { type Service, SERVICES } from '../contracts/services.js';
import { isYounger } from '../contracts/stored-times.js';
import { nairaFromKobo } from '../contracts/money.js';
import { Users } from '../customers/users.js';
import { VendorFloats } from '../purchases/lookup/vendor-floats.js';
import { type Config, foldersOf } from '../runtime/config.js';
import { API_HEALTH, type ApiHealth, diskOf } from './api-health.js';
import { RequestMetrics } from './http/request-metrics.js';

const TOLD_MAX = 50;
/**
 * Maximum milliseconds after the start for which digests wait for `usersView`. A view that is behind the log
 * may lack new administrators.
 */
const PEOPLE_WITHIN_MS = 60_000;
/**
 * Milliseconds for which the alert about a changed system clock stays open, so that the next shift
 * can read the alert too.
 */
const STEP_SHOWN_MS = 24 * 3_600_000;
const DAMAGE_SHOWN_MS = 24 * 3_600_000;
const UNSEALED_MS = 10 * 60_000;
const UNPUBLISHED_MS = 30 * 60_000;
/**
 * Milliseconds between an unreadable answer about a payment and its alert. Meanwhile, the payment provider
 * may still send a readable answer.
 */
const UNREAD_MS = 5 * 60_000;
const SWEEP_MS = 15 * 60_000;
const MAIL_MS = 5 * 60_000;
/** Milliseconds from the start to the first read of the vendors' lists, because restarts may be frequent. */
const LISTS_AFTER_MS = 10 * 60_000;
const AUDIT_TAKES_MS = 60 * 60_000;

/** Runs the alert checks and sends digests while this process holds `lease`. */
export function runAlerts(
  product: INestApplicationContext,
  config: Config,
  lease: Lease,
  onFault: (error: unknown) => void,
): () => Promise<void> {
  const startedAt = nowMs();
  const begun = monotonicMs();
  const clock = new ClockWatch();
  const eventStore = product.get<EventStore>(EVENT_STORE);
  const newestAtStart = newestEventAt(eventStore);
  const readStore = product.get<ReadStore>(READ_STORE);
  const users = product.get(Users);
  const administrators = product.get(Administrators);
  const onDuty = async (people: readonly Colleague[]): Promise<readonly string[]> => {
    const book = await administrators.book();
    return people.filter((person) => isOnDuty(book, person)).map(({ userId }) => userId);
  };
  const health = product.get<ApiHealth>(API_HEALTH);
  const peopleAreBehind = async (): Promise<boolean> => {
    if (monotonicMs() - begun > PEOPLE_WITHIN_MS) return false;
    const position = await health.lastPosition();
    const people = health.views().find(({ view }) => view === usersView.name);
    return people === undefined || people.checkpoint < position;
  };
  const mailer = openMailer(config);
  const mail = new MailWatch(mailer);
  const catalog = product.get(Catalog);
  const listOptions = {
    postTimeoutMs: config.VENDOR_QUERY_TIMEOUT,
    queryTimeoutMs: config.VENDOR_QUERY_TIMEOUT,
  };
  const lists = new VendorListWatch({
    vendors: () => planSellers(catalog),
    read: (row) => readVendorList(catalog, row, listOptions),
    everyMs: config.VENDOR_LISTS_EVERY,
    firstAfterMs: LISTS_AFTER_MS,
    now: nowMs,
    onFault,
  });
  const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = config;
  const webhook = url !== undefined && secret !== undefined ? { url, secret } : undefined;
  const watch = new AlertWatch({
    streams: product.get(AlertStreams),
    thresholds: thresholdsOf(config),
    observe: async () => {
      clock.look();
      mail.look();
      lists.look();
      return observed(product, config, {
        startedAt,
        clockSteppedMs: clock.within(STEP_SHOWN_MS)?.byMs ?? null,
        newestEventAt: latest(await newestAtStart, await newestEventAt(eventStore)),
        mailFailingSince: mail.failingSince,
        vendorLists: lists.counts,
      });
    },
    newReviews: (after) => askedAfter(readStore, after),
    channels: async () =>
      (await peopleAreBehind())
        ? []
        : [...(webhook ? [WEBHOOK_CHANNEL] : []), ...(await onDuty(await staffIn(readStore, TOLD_MAX)))],
    async send(digest, channel) {
      if (channel === WEBHOOK_CHANNEL) return webhook && postDigest(digest, webhook, nowMs());
      const person = await users.byId(channel);
      if (!person || person.role === 'user') return;
      if ((await onDuty([{ userId: channel, role: person.role }])).length === 0) return;
      const names = await namesOf(users, digest);
      const { name } = await product.get(Brands).current();
      await mailer
        .send(digestMail(digest, channel, person.email, name, (id) => names.get(id)))
        .catch((error: unknown) => {
          // The mail server would refuse the mail again.
          if (!(error instanceof MailRefused)) throw error;
          onFault(error);
        });
    },
    now: nowMs,
    onFault,
  });
  const stopping = new AbortController();
  const running = lease.whileHeld((held) => watch.run(held), stopping.signal);
  return async () => {
    stopping.abort();
    await running;
    await mailer.close();
  };
}

const thresholdsOf = (
  settings: AlertSettings &
    Pick<Config, 'AUDIT_EVERY' | 'AUDIT_FIRST_AFTER' | 'SEAL_EVERY' | 'DISK_RESERVE_MB' | 'cluster'>,
): AlertThresholds => ({
  oldPurchaseMs: settings.ALERT_PURCHASE_AFTER,
  reviewMs: settings.ALERT_REVIEW_AFTER,
  unreadMs: UNREAD_MS,
  sweepMs: SWEEP_MS,
  lagEvents: settings.ALERT_LAG_EVENTS,
  vendorSuccess: settings.ALERT_VENDOR_SUCCESS,
  floatNaira: settings.ALERT_FLOAT_BELOW,
  diskShare: settings.ALERT_DISK_FREE,
  diskReserveMb: settings.cluster ? 0 : settings.DISK_RESERVE_MB,
  // Add `UNSEALED_MS`, because sealing may fail while the event store elects its leader.
  unsealedMs: 3 * settings.SEAL_EVERY + UNSEALED_MS,
  unpublishedMs: UNPUBLISHED_MS,
  auditMs: overdueAfterMs(settings.AUDIT_EVERY) + AUDIT_TAKES_MS,
  auditAfterMs: settings.AUDIT_FIRST_AFTER + AUDIT_TAKES_MS,
  mailMs: MAIL_MS,
});

const unsoldOf = (catalog: Catalog): readonly Service[] =>
  SERVICES.filter(
    (service) =>
      catalog.state.activeVendors.get(service) !== 0 &&
      catalog.vendors().some(({ services }) => services.includes(service)) &&
      !catalog.sells(service),
  );

async function namesOf(users: Users, { alerts }: Pick<PendingDigest, 'alerts'>) {
  const names = new Map<string, string>();
  for (const { by } of alerts) {
    const person = by === undefined ? undefined : await users.byId(by);
    if (person) names.set(person.userId, `${person.firstName} ${person.lastName}, ${person.email}`);
  }
  return names;
}

/** True while the read models in `dir` are rebuilt, and for a day after damage to them was found. */
export function isDamagedLately(dir: string): boolean {
  const at = damagedAt(dir);
  return isBeingMade(dir) || (at !== undefined && isYounger(at, nowMs(), DAMAGE_SHOWN_MS));
}

async function newestEventAt(
  store: Pick<EventStore, 'lastPosition' | 'readAll'>,
): Promise<number | undefined> {
  try {
    const position = await store.lastPosition();
    const [newest] = position === 0 ? [] : await store.readAll(position - 1, 1);
    return newest && Date.parse(newest.at);
  } catch {
    return undefined;
  }
}

const latest = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);

/** Turns the error of an unavailable read model into undefined, so that the other alerts are still checked. */
function unknown(error: unknown): undefined {
  if (!(error instanceof ReadModelsUnavailable)) throw error;
}

async function observed(
  product: INestApplicationContext,
  config: Config,
  known: Pick<
    Observed,
    'startedAt' | 'clockSteppedMs' | 'newestEventAt' | 'mailFailingSince' | 'vendorLists'
  >,
): Promise<Observed> {
  const health = product.get<ApiHealth>(API_HEALTH);
  const catalog = product.get(Catalog);
  const { sealing, publishing } = health.seals?.() ?? {};
  const checkpoints = checkpointsIn(product.get<DisposableValues>(SNAPSHOTS));
  const [
    position,
    oldestMs,
    disk,
    oldestReviewAt,
    oldestUnreadAt,
    book,
    unsealed,
    audit,
    floats,
    wentBackAt,
    sweeps,
  ] = await Promise.all([
    health.lastPosition(),
    health.oldestOpenPurchaseMs(),
    diskOf(config.dataDir),
    oldestAt(product.get<ReadStore>(READ_STORE), externalTransactionsView, { open: true }).catch(unknown),
    oldestUnread(product.get<ReadStore>(READ_STORE)).catch(unknown),
    product.get(Administrators).book(),
    unsealedSince(product.get<EventStore>(EVENT_STORE)).catch(() => undefined),
    lastAudit(product.get<EventStore>(EVENT_STORE)).then(
      (last) => last ?? null,
      () => undefined,
    ),
    config.ALERT_FLOAT_BELOW > 0 ? product.get(VendorFloats).current() : undefined,
    logWentBackAt(checkpoints).catch(() => undefined),
    failingSweeps(checkpoints, config.FUNDING_PROVIDERS).catch(() => undefined),
  ]);
  const dispatching = health.dispatching();
  return {
    nowMs: nowMs(),
    oldestOpenMs: dispatching && (oldestMs ?? null),
    reactionLag: dispatching && Math.max(0, position - dispatching.position),
    views: health.views().map(({ view, checkpoint, halted }) => ({
      view,
      lag: Math.max(0, position - checkpoint),
      halted: halted !== undefined,
    })),
    vendors: dispatching?.attempts?.map(({ vendor, delivered, failed, refusals }) => ({
      code: vendor,
      name: catalog.vendorName(vendor),
      delivered,
      failed,
      refusals,
    })),
    paused: catalog.automaticPauses().map(({ vendor, service, reason }) => ({
      code: vendor,
      name: catalog.vendorName(vendor),
      service,
      reason,
    })),
    refused: catalog.refusals().map(({ key, vendor, reason }) => ({
      key,
      name: catalog.vendorName(vendor),
      reason,
    })),
    sendingHeld: catalog.state.sendingHold?.held ?? false,
    floats: floats?.floats.flatMap(({ code, name, balance }) =>
      balance === undefined ? [] : [{ code, name, balance: nairaFromKobo(balance) }],
    ),
    damaged: health.damaged?.() ?? [],
    disk: disk ?? undefined,
    oldestReviewAt,
    oldestUnreadAt,
    failingSweeps: sweeps,
    webhooksLimitedAt: product.get(RequestMetrics).webhooksLimitedAt,
    refusedPrices: [...catalog.state.refused.values()],
    accepted: [...book].flatMap(([userId, { invitation }]) =>
      invitation?.acceptedAt === undefined ? [] : [{ userId, atMs: Date.parse(invitation.acceptedAt) }],
    ),
    guessed: [...book].flatMap(([userId, { locked }]) => (locked ? [{ userId, atMs: locked.atMs }] : [])),
    termsChanges: catalog.state.fundingTermsChanges.map(({ version, atMs, by, was, terms }) => ({
      version,
      atMs,
      by,
      was: told(was),
      now: told(terms),
    })),
    unsold: unsoldOf(catalog),
    audit,
    logWentBackAt: wentBackAt,
    ...known,
    viewsDamaged: !config.cluster && isDamagedLately(foldersOf(config).readModels),
    // Ignore the time before the start of this process, because a stopped server makes no seals.
    unsealedSince: typeof unsealed === 'number' ? Math.max(unsealed, known.startedAt) : unsealed,
    sealBroken: sealing?.stopped ?? false,
    unpublishedSince: publishing && (publishing.waitingSince ?? null),
  };
}
