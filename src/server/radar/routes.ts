import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { changedMeanwhile, conflict, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { versionCheckedListRoute } from '#server/list/list-route.ts';
import { dayIn } from '#shared/core/dates.ts';
import { incidentColumns, incidentLocationColumns } from '#shared/radar/columns.ts';
import {
  exportIncidentLocations,
  exportIncidents,
  getIncidentLocations,
  getIncidents,
  getIncidentTaskPreview,
  postIncidentDismissOrReopen,
  postIncidentTasks,
} from '#shared/radar/radar.ts';
import { dismissIncident, reopenDismissedIncident } from './incident-queries.ts';
import { createIncidentListReader, incidentLocations } from './list.ts';
import {
  findIncident,
  findRepeatedTaskCustomers,
  lockIncident,
  type StoredIncident,
} from './task-queries.ts';
import { createIncidentTasks, loadIncidentTaskContext, planIncidentTasks } from './tasks.ts';

function existing(incident: StoredIncident | undefined): StoredIncident {
  if (incident === undefined) throw notFound('This incident');
  return incident;
}

export function radarRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const { foreground } = database;
  const list = createIncidentListReader(dependencies);
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  versionCheckedListRoute(app, getIncidents, list);
  csvRoute(app, exportIncidents, incidentColumns(env.BUSINESS_TIME_ZONE), async () => ({
    rows: (await list()).answer.rows,
    fileName: `incidents-${today()}`,
  }));

  async function locations(incident: string | undefined) {
    if (incident !== undefined) existing(await findIncident(foreground, incident));
    return incidentLocations(dependencies, incident);
  }
  route(app, getIncidentLocations, async ({ query }) => ({
    rows: await locations(query.incident),
  }));
  csvRoute(app, exportIncidentLocations, incidentLocationColumns, async ({ incident }) => ({
    rows: await locations(incident),
    fileName: `silent-locations-${today()}`,
  }));

  route(app, postIncidentDismissOrReopen, async ({ params: { incidentId }, body, user }) => {
    const at = clock();
    return foreground.transaction().execute(async (transaction) => {
      const locked = existing(await lockIncident(transaction, incidentId));
      // A repeated request gets the same response as the first request.
      if (hasVerdictAlready(locked, body, user.id)) return { version: locked.version };
      if (locked.version !== body.version) throw changedMeanwhile('This incident');
      if (locked.overAt !== null) throw unprocessable('This incident is over.');
      if (body.verdict === 'dismissed')
        await dismissIncident(transaction, {
          incidentId,
          userId: user.id,
          at,
          reason: body.reason,
        });
      else await reopenDismissedIncident(transaction, incidentId);
      await writeAudit(transaction, {
        at,
        actor: user.id,
        action: body.verdict === 'dismissed' ? 'incident.dismiss' : 'incident.reopen',
        objectType: 'incident',
        objectId: incidentId,
        detail:
          body.verdict === 'dismissed'
            ? { reason: body.reason, silent: locked.silent }
            : { reason: locked.dismissedReason },
      });
      return { version: locked.version + 1 };
    });
  });

  route(app, getIncidentTaskPreview, async ({ params }) => {
    const incident = existing(await findIncident(foreground, params.incidentId));
    const plan = await planIncidentTasks(
      foreground,
      incident,
      await loadIncidentTaskContext(dependencies),
    );
    const owners = plan.owners.map(({ person, ownerName, institutionIds }) => ({
      person,
      ownerName,
      customers: institutionIds.length,
    }));
    const { title, dueOn, alreadyHave, left } = plan;
    return {
      title,
      dueOn,
      owners,
      customers: owners.reduce((sum, one) => sum + one.customers, 0),
      alreadyHave,
      left,
    };
  });

  route(app, postIncidentTasks, async ({ params: { incidentId }, body: { workId }, user }) => {
    const at = clock();
    const sent = { incidentId, workId, userId: user.id };
    const owners = await loadIncidentTaskContext(dependencies);
    return foreground.transaction().execute(async (transaction) => {
      const locked = existing(await lockIncident(transaction, incidentId));
      const before = await findRepeatedTaskCustomers(transaction, sent);
      if (!before.isSame)
        throw conflict('Other tasks already use this id. Reload the page and try again.');
      if (before.institutionIds.length > 0) return { institutionIds: before.institutionIds };
      if (locked.overAt !== null || locked.dismissedAt !== null)
        throw unprocessable('This incident is over or was dismissed.');
      const plan = await planIncidentTasks(transaction, locked, owners);
      const institutionIds = await createIncidentTasks(transaction, plan, { ...sent, at });
      if (institutionIds.length > 0)
        await writeAudit(transaction, {
          at,
          actor: user.id,
          action: 'incident.tasks',
          objectType: 'incident',
          objectId: incidentId,
          detail: { workId, customers: institutionIds.length, owners: plan.owners.length },
        });
      return { institutionIds };
    });
  });
}

const hasVerdictAlready = (
  locked: StoredIncident,
  body: { verdict: 'dismissed'; reason: string } | { verdict: 'open' },
  userId: string,
): boolean =>
  body.verdict === 'open'
    ? locked.dismissedAt === null
    : locked.dismissedBy === userId && locked.dismissedReason === body.reason;
