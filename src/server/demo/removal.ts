import { writeAudit } from '#server/core/audit/audit.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database, Queries } from '#server/core/db/database.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import { reclaimDeadWorkerRuns } from '#server/core/jobs/queries.ts';
import type { Room } from '#server/core/registry.ts';
import { isScoringRunning, lockUsage } from '#server/scoring/scoring-lease-queries.ts';
import { findDemoRowCounts, saveDemoDecision } from './queries.ts';
import {
  blockJobStarts,
  countUserWork,
  deleteDemoCustomers,
  deleteDemoRow,
  demoUserIdsSql,
  findActiveImportSource,
  findDemoCustomerNames,
  findSavedViewSearches,
  hasDemoCustomers,
  invalidateCachedLists,
  removeArticles,
  removeDemoUsers,
  removeEmptyWeeks,
  removeSavedViews,
  type UserWorkCounts,
  type WeekRemovalCounts,
} from './removal-queries.ts';
import { hasSearchFilterWithName, userWorkCountText } from './rules.ts';
import { demoArticleIds } from './world/articles.ts';

/** Thrown when the demo cannot be removed now. The message is shown to users. */
export class DemoRemovalRefused extends CannotContinueError {}

export interface DemoRemovalOptions {
  /**
   * Value of SEED when the demo is removed. A later start with another value prints that the value
   * has no effect.
   */
  asked: 'demo' | 'none';
  /** `true` also deletes the work of signed-in users on the demo's customers. */
  withWork?: boolean;
}

export interface DemoRemovalCounts {
  customers: number;
  weeks: WeekRemovalCounts;
}

/**
 * Removes the demo in one transaction. Keeps all other data, including official weeks with scores
 * of other customers. Returns `undefined` without a demo. Throws `DemoRemovalRefused` while a job or an
 * import is active. Also throws when the demo's customers have work of users, unless `withWork` is
 * set.
 */
export async function removeDemo(
  database: Database,
  clock: Clock,
  rooms: readonly Room[],
  options: DemoRemovalOptions,
): Promise<DemoRemovalCounts | undefined> {
  const { withWork = false } = options;
  const queries = database.background;
  const now = clock();
  const counts = await findDemoRowCounts(queries);
  if (counts === undefined && !(await hasDemoCustomers(queries))) return undefined;
  await reclaimDeadWorkerRuns(queries, { except: [], alone: database.isAlone, now });
  return queries.transaction().execute(async (transaction) => {
    // The lock prevents imports from starting until the transaction ends.
    await lockUsage(transaction);
    const job = await blockJobStarts(transaction);
    if (job !== undefined)
      throw new DemoRemovalRefused(
        `The job ${job} is running. Remove the demo when the job has ended (see "npm run jobs -- list").`,
      );
    const source = database.isAlone ? undefined : await findActiveImportSource(transaction, now);
    if (source !== undefined)
      throw new DemoRemovalRefused(
        `An import (${source}) is running. Remove the demo when it has ended.`,
      );
    if (await isScoringRunning(transaction))
      throw new DemoRemovalRefused('Scoring is running. Remove the demo when it has ended.');

    const names = await findDemoCustomerNames(transaction);
    const prospects = counts?.prospects ?? 0;
    const views = await viewsThatName(transaction, names);
    const work: UserWorkCounts & { views: number } = {
      ...(await countUserWork(transaction, prospects)),
      views: views.length,
    };
    const text = userWorkCountText(work);
    if (text !== '' && !withWork)
      throw new DemoRemovalRefused(
        `Users have added work to the demo's customers: ${text}.\nTo delete this work too: npm run demo -- --remove --with-work.`,
      );

    await removeSavedViews(transaction, views);
    await deleteDemoCustomers(transaction);
    const weeks = await removeEmptyWeeks(transaction);
    for (const { removeDemoRows } of rooms.toReversed())
      await removeDemoRows?.(transaction, { people: demoUserIdsSql, prospects });
    await removeArticles(transaction, demoArticleIds);
    await removeDemoUsers(transaction);
    await deleteDemoRow(transaction);
    await saveDemoDecision(transaction, { decided: 'none', asked: options.asked, decidedAt: now });
    await invalidateCachedLists(transaction);
    const detail = { customers: names.length, weeks: weeks.removed, work };
    await writeAudit(transaction, {
      at: now,
      actor: 'command',
      action: 'demo.remove',
      objectType: 'demo',
      objectId: 'demo',
      detail,
    });
    return { customers: names.length, weeks };
  });
}

async function viewsThatName(queries: Queries, names: readonly string[]): Promise<string[]> {
  const searches = await findSavedViewSearches(queries);
  return searches
    .filter(({ search }) => hasSearchFilterWithName(search, names))
    .map(({ saved_view_id }) => saved_view_id);
}
