import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import type { Env } from '#server/core/env/env.ts';
import {
  changedMeanwhile,
  conflict,
  forbidden,
  notFound,
  unprocessable,
} from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { isHubspotUsed } from '#server/crm/choose-crm.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { versionCheckedListRoute } from '#server/list/list-route.ts';
import { writeWorkEvents } from '#server/work/event-queries.ts';
import type { AuditAction } from '#shared/core/audit-actions.ts';
import { type Day, dayIn, daysBetween } from '#shared/core/dates.ts';
import { renewalColumns } from '#shared/renewals/columns.ts';
import {
  exportRenewals,
  getRenewals,
  postRenewalChange,
  type RenewalChange,
} from '#shared/renewals/renewals.ts';
import { areForecastAndRiskOpposed, ownerForecastProblem } from '#shared/renewals/rules.ts';
import type { OwnerForecast, PredictedRiskLevel } from '#shared/renewals/words.ts';
import { createRenewalListReader } from './list.ts';
import {
  applyRenewalChange,
  findRepeatedRenewalChange,
  type LockedRenewal,
  lockRenewal,
} from './queries.ts';
import { outcomeProblem, renewalChangeEvent } from './rules.ts';

export function renewalRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const list = createRenewalListReader(dependencies);
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  versionCheckedListRoute(app, getRenewals, list);

  csvRoute(app, exportRenewals, renewalColumns, async () => ({
    rows: (await list()).answer.rows,
    fileName: `renewals-${today()}`,
  }));

  route(app, postRenewalChange, async ({ body, user }) => {
    const { institutionId, dealId, changeId, change, version } = body;
    if (change.action === 'decide' && user.role !== 'admin')
      throw forbidden(
        'Only an admin can decide between the owner’s forecast and the predicted risk.',
      );
    const listed = (await list()).answer.rows.find(
      (row) => row.dealId === dealId && row.institutionId === institutionId,
    );
    const risk = listed?.systemRisk ?? 'Unknown';
    return database.foreground.transaction().execute(async (transaction) => {
      const locked = await lockRenewal(transaction, institutionId, dealId);
      if (locked === undefined) throw notFound('This renewal');
      const made = {
        institutionId,
        dealId,
        changeId,
        userId: user.id,
        at: clock(),
        today: today(),
        closesOn: locked.closesOn,
        change,
      };
      const before = await findRepeatedRenewalChange(transaction, made);
      if (before?.same === false)
        throw conflict(
          'An earlier version of this change was already saved, so this one wasn’t. Reload the page to see what was saved, then try again.',
        );
      if (before?.same === true) return { version: locked.version };
      if (locked.closed && change.action !== 'reopen')
        throw unprocessable(
          locked.outcome === null
            ? 'This renewal is closed in the CRM. Reopen it there first.'
            : 'This renewal is closed. Reopen it first.',
        );
      if (locked.version !== version) throw changedMeanwhile('This renewal');
      const problem = changeProblem(change, locked, { today: made.today, risk, env });
      if (problem !== undefined) throw unprocessable(problem);
      await applyRenewalChange(transaction, made, { call: locked.call, risk });
      await writeWorkEvents(
        transaction,
        [{ ...renewalChangeEvent(change), institutionId, kind: 'milestone', subjectId: null }],
        user.id,
        made.at,
      );
      const audit = auditOf(change, { call: locked.call, risk });
      if (audit !== undefined)
        await writeAudit(transaction, {
          at: made.at,
          actor: user.id,
          objectType: 'renewal',
          objectId: `${institutionId}/${dealId}`,
          ...audit,
        });
      return { version: locked.version + 1 };
    });
  });
}

/** Returns the reason why a change isn't allowed. */
function changeProblem(
  change: RenewalChange,
  { closed, closesOn, call, outcome }: LockedRenewal,
  { today, risk, env }: { today: Day; risk: PredictedRiskLevel; env: Env },
): string | undefined {
  switch (change.action) {
    case 'call':
      return ownerForecastProblem(
        change.call,
        closesOn === null ? null : daysBetween(today, closesOn),
      );
    case 'expected':
      return change.dollars !== null && change.reason === ''
        ? 'Enter the reason for the expected amount.'
        : undefined;
    case 'decide':
      return change.decision === null || areForecastAndRiskOpposed(call, risk)
        ? undefined
        : 'The owner’s forecast and the predicted risk agree, so there is nothing to decide.';
    case 'outcome':
      return isHubspotUsed(env)
        ? 'The outcome comes from the deal in HubSpot. Close the deal there.'
        : outcomeProblem(change, today);
    case 'reopen':
      if (isHubspotUsed(env))
        return 'The outcome comes from the deal in HubSpot. Reopen the deal there.';
      return closed && outcome !== null
        ? undefined
        : 'Only a renewal whose outcome was recorded here can be reopened.';
    case 'stage':
    case 'checkpoint':
      return undefined;
  }
}

/** Returns the audit entry of a change that is audited. */
function auditOf(
  change: RenewalChange,
  opinions: { call: OwnerForecast | null; risk: PredictedRiskLevel },
): { action: AuditAction; detail: Record<string, unknown> } | undefined {
  switch (change.action) {
    case 'decide':
      return { action: 'renewal.decide', detail: { decision: change.decision, ...opinions } };
    case 'outcome': {
      const { outcome, on, dollars, reason } = change;
      return { action: 'renewal.close', detail: { outcome, on, dollars, reason } };
    }
    case 'reopen':
      return { action: 'renewal.reopen', detail: {} };
    default:
      return undefined;
  }
}
