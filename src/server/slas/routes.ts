import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { versionCheckedListRoute } from '#server/list/list-route.ts';
import { exportSlaClocks, getSlaClocks } from '#shared/slas/clocks.ts';
import { slaColumns } from '#shared/slas/columns.ts';
import { getSlaPolicyVersions, postSlaPolicies } from '#shared/slas/policies.ts';
import { type EndedClockPeriodDays, endedClockPeriodChoices } from '#shared/slas/words.ts';
import { slaListReader } from './list.ts';
import { findPolicyVersions, insertPolicies } from './queries.ts';

const periodOf = (days: number): EndedClockPeriodDays =>
  endedClockPeriodChoices.find((each) => each === days) ?? endedClockPeriodChoices[0];

export function slaRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const { foreground } = database;
  const list = slaListReader(dependencies);

  versionCheckedListRoute(app, getSlaClocks, ({ days }) => list(periodOf(days)));

  csvRoute(app, exportSlaClocks, slaColumns(env.BUSINESS_TIME_ZONE), async ({ days }) => {
    const { rows, from, until } = (await list(periodOf(days))).answer;
    return { rows, fileName: `slas-${from}-${until}` };
  });

  route(app, getSlaPolicyVersions, async () => ({ rows: await findPolicyVersions(foreground) }));

  route(app, postSlaPolicies, ({ body, user }) =>
    foreground.transaction().execute(async (transaction) => {
      const [before] = await findPolicyVersions(transaction);
      const next = {
        version: body.version + 1,
        policies: body.policies,
        madeBy: user.id,
        at: clock(),
      };
      const isAdded = before?.version === body.version && (await insertPolicies(transaction, next));
      if (!isAdded)
        throw conflict(
          'Someone saved other policies after you opened these. Reload the page, then repeat your change.',
        );
      await writeAudit(transaction, {
        at: next.at,
        actor: user.id,
        action: 'sla_policies.save',
        objectType: 'sla_version',
        objectId: String(next.version),
        detail: { before: before.policies, after: body.policies },
      });
      const [saved] = await findPolicyVersions(transaction);
      if (saved === undefined) throw new Error('No SLA policies found');
      return saved;
    }),
  );
}
