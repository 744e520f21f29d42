import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import {
  changedMeanwhile,
  conflict,
  forbidden,
  notFound,
  unprocessable,
} from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { versionCheckedListRoute } from '#server/list/list-route.ts';
import { writeWorkEvents } from '#server/work/event-queries.ts';
import { dayIn, daysBetween } from '#shared/core/dates.ts';
import { renewalColumns } from '#shared/renewals/columns.ts';
import { exportRenewals, getRenewals, postRenewalChange } from '#shared/renewals/renewals.ts';
import { areForecastAndRiskOpposed, ownerForecastProblem } from '#shared/renewals/rules.ts';
import { createRenewalListReader } from './list.ts';
import { applyRenewalChange, findRepeatedRenewalChange, lockRenewal } from './queries.ts';
import { renewalChangeEvent } from './rules.ts';

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
      if (locked.closed)
        throw unprocessable('This renewal is closed in the CRM. Reopen it there first.');
      if (locked.version !== version) throw changedMeanwhile('This renewal');
      const daysLeft = locked.closesOn === null ? null : daysBetween(made.today, locked.closesOn);
      const problem =
        change.action === 'call' ? ownerForecastProblem(change.call, daysLeft) : undefined;
      if (problem !== undefined) throw unprocessable(problem);
      if (change.action === 'decide' && !areForecastAndRiskOpposed(locked.call, risk))
        throw unprocessable(
          'The owner’s forecast and the predicted risk agree, so there is nothing to decide.',
        );
      await applyRenewalChange(transaction, made, { call: locked.call, risk });
      await writeWorkEvents(
        transaction,
        [{ ...renewalChangeEvent(change), institutionId, kind: 'milestone', subjectId: null }],
        user.id,
        made.at,
      );
      if (change.action === 'decide')
        await writeAudit(transaction, {
          at: made.at,
          actor: user.id,
          action: 'renewal.decide',
          objectType: 'renewal',
          objectId: `${institutionId}/${dealId}`,
          detail: { decision: change.decision, call: locked.call, risk },
        });
      return { version: locked.version + 1 };
    });
  });
}
