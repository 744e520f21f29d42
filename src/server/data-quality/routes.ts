import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { changedMeanwhile, conflict, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { collectCustomerTables } from '#server/institutions/customer-table-rules.ts';
import { requireInstitution } from '#server/institutions/existence.ts';
import { institutionNames } from '#server/institutions/queries.ts';
import { loadZipCodes } from '#server/institutions/zip-codes.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { versionCheckedListRoute } from '#server/list/list-route.ts';
import { dayIn } from '#shared/core/dates.ts';
import { countText } from '#shared/core/words.ts';
import { issueColumns } from '#shared/data-quality/columns.ts';
import {
  getFixes,
  postDistinctCustomers,
  postEhrMapping,
  postLocationZipPlacement,
  postUndoFix,
} from '#shared/data-quality/fixes.ts';
import { exportDataQuality, getDataQuality } from '#shared/data-quality/issues.ts';
import { getMergeComparison, postMerge } from '#shared/data-quality/merge.ts';
import { normalizeEhrName } from '#shared/institutions/ehrs.ts';
import {
  findFixes,
  insertEhrNameMapping,
  type LockedFix,
  previousEhrNamesSchema,
  previousZipsSchema,
  renameEhrs,
  restoreEhrNames,
  restoreLocationZips,
  setLocationZips,
} from './fix-queries.ts';
import { applyFix, undoFix } from './fixes.ts';
import { createIssueListReader } from './issues.ts';
import { compareCustomers } from './merge/compare.ts';
import { mergeCustomers, undoMerge } from './merge/merge.ts';
import type { DeclaredCustomerTables } from './merge/tables-queries.ts';

export function dataQualityRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const list = createIssueListReader(dependencies);
  const declared = collectCustomerTables(app.rooms);

  versionCheckedListRoute(app, getDataQuality, list);

  csvRoute(app, exportDataQuality, issueColumns, async () => ({
    rows: (await list()).answer.rows,
    fileName: `data-quality-${dayIn(env.BUSINESS_TIME_ZONE, clock())}`,
  }));

  route(app, getFixes, async () => ({ rows: await findFixes(database.foreground) }));

  route(app, postLocationZipPlacement, ({ body: { fixId, places }, user }) => {
    const unknown = places.find(({ zip }) => !loadZipCodes().has(zip));
    if (unknown !== undefined)
      throw unprocessable(`places: ${unknown.zip} is not a ZIP code of the United States`);
    return applyFix(
      dependencies,
      { fixId, kind: 'place', told: places, userId: user.id },
      async (transaction) => {
        const before = await setLocationZips(transaction, places);
        if (before.length < places.length)
          throw changedMeanwhile(places.length === 1 ? 'This location' : 'One of these locations');
        const zips = new Set(places.map(({ zip }) => zip));
        const where =
          zips.size === 1 ? `ZIP code ${[...zips].join()}` : countText(zips.size, 'ZIP code');
        const summary = `Placed ${countText(places.length, 'location')} in ${where}.`;
        return {
          institutionIds: [...new Set(before.map((place) => place.institutionId))],
          summary,
          before,
        };
      },
    );
  });

  route(app, postEhrMapping, ({ body: { fixId, ...told }, user }) =>
    applyFix(
      dependencies,
      { fixId, kind: 'records_system', told, userId: user.id },
      async (transaction) => {
        const said = normalizeEhrName(told.said);
        if (
          !(await insertEhrNameMapping(transaction, { said, system: told.system, fix_id: fixId }))
        )
          throw conflict(
            `Another administrator has already mapped “${told.said}”. Reload to see it.`,
          );
        const before = await renameEhrs(transaction, said, told.system);
        const summary = `“${told.said}” means ${told.system}: ${countText(before.length, 'location')}.`;
        return {
          institutionIds: [...new Set(before.map((place) => place.institutionId))],
          summary,
          before,
        };
      },
    ),
  );

  route(app, postDistinctCustomers, ({ body: { fixId, ...told }, user }) =>
    applyFix(
      dependencies,
      { fixId, kind: 'distinct', told, userId: user.id },
      async (transaction) => {
        if (told.institutionId === told.otherId)
          throw unprocessable('otherId: must be another customer');
        const pair = [told.institutionId, told.otherId].sort((one, other) => one - other);
        for (const id of pair) await requireInstitution(transaction, id);
        const names = await institutionNames(transaction, pair);
        return {
          institutionIds: pair,
          summary: `${pair.map((id) => names.get(id)).join(' and ')} marked as different customers.`,
          before: {},
        };
      },
    ),
  );

  route(app, getMergeComparison, ({ params: { one, other } }) =>
    compareCustomers(database.foreground, one, other, declared),
  );

  route(app, postMerge, ({ body: { fixId, ...order }, user }) =>
    applyFix(
      dependencies,
      { fixId, kind: 'merge', told: order, userId: user.id },
      (transaction, now) =>
        mergeCustomers(transaction, order, {
          today: dayIn(env.BUSINESS_TIME_ZONE, now),
          at: now,
          declared,
        }),
    ),
  );

  route(app, postUndoFix, ({ params: { fixId }, user }) =>
    undoFix(dependencies, { fixId, userId: user.id }, (transaction, fix) =>
      undo(transaction, fix, declared),
    ),
  );
}

const systemToldSchema = z.object({ system: z.string() });

async function undo(
  transaction: Queries,
  fix: LockedFix,
  declared: DeclaredCustomerTables,
): Promise<void> {
  const { kind, fixId, told, before } = fix;
  if (kind === 'merge') await undoMerge(transaction, fix, declared);
  if (kind === 'place') await restoreLocationZips(transaction, previousZipsSchema.parse(before));
  if (kind === 'records_system')
    await restoreEhrNames(
      transaction,
      fixId,
      systemToldSchema.parse(told).system,
      previousEhrNamesSchema.parse(before),
    );
}
