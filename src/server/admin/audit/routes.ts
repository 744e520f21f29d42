import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import {
  type AuditEntry,
  defaultAuditDays,
  exportAuditLog,
  getAuditLog,
  getAuditLogCheck,
  maxAuditEntries,
} from '#shared/admin/audit.ts';
import { auditColumns } from '#shared/admin/audit-columns.ts';
import { addDays, type Day, dayIn } from '#shared/core/dates.ts';
import { findInstantOnDay } from '#shared/work/working-time-rules.ts';
import { type AuditNames, findCustomerIds, findObjectName, nameIdsInDetail } from './names.ts';
import { type AuditRow, findAuditNames, findAuditRows } from './queries.ts';
import { verifyAuditLog } from './verify.ts';

export function auditRoutes(
  app: FastifyInstance,
  { database, clock, env, jobs }: Dependencies,
): void {
  const zone = env.BUSINESS_TIME_ZONE;
  const jobNames = new Map(
    jobs.known.flatMap(({ name, words, schedules }) => {
      const title = words?.title ?? name;
      return [name, ...schedules.map(({ key }) => key)].map((each) => [each, title] as const);
    }),
  );

  async function entries(query: { from?: Day | undefined; until?: Day | undefined }) {
    const until = query.until ?? dayIn(zone, clock());
    const from = query.from ?? addDays(until, -defaultAuditDays);
    const span = {
      from: findInstantOnDay(zone, from, 0),
      until: findInstantOnDay(zone, addDays(until, 1), 0),
    };
    const rows = await findAuditRows(database.foreground, { ...span, most: maxAuditEntries + 1 });
    const shown = rows.slice(0, maxAuditEntries);
    const names = {
      ...(await findAuditNames(database.foreground, findCustomerIds(shown))),
      jobs: jobNames,
    };
    return {
      from,
      until,
      isCut: rows.length > maxAuditEntries,
      rows: shown.map((row) => entryOf(row, zone, names)),
    };
  }

  route(app, getAuditLog, ({ query }) => entries(query));

  csvRoute(app, exportAuditLog, auditColumns, async (query) => {
    const { rows, from, until } = await entries(query);
    return { rows, fileName: `audit-log-${from}-${until}` };
  });

  route(app, getAuditLogCheck, async () => {
    const { broken, ...chain } = await verifyAuditLog(database.background, env);
    return {
      ...chain,
      broken: broken === null ? null : { ...broken, at: broken.at.toISOString() },
    };
  });
}

function entryOf(row: AuditRow, zone: string, names: AuditNames): AuditEntry {
  const detail = nameIdsInDetail(row.detail, names);
  return {
    position: row.position,
    at: row.at.toISOString(),
    on: dayIn(zone, row.at),
    time: row.at.toLocaleTimeString('en-US', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
    actor: row.name ?? row.actor,
    actorEmail: row.email,
    action: row.action,
    objectType: row.object_type,
    objectId: row.object_id,
    objectName: findObjectName(row, detail, names),
    detail,
    requestId: row.request_id,
    address: row.address,
  };
}
