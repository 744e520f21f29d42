import { writeAudit } from '#server/core/audit/audit.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database, Queries } from '#server/core/db/database.ts';
import { Refusal } from '#server/core/errors.ts';
import { reclaimRuns } from '#server/core/jobs/queries.ts';
import type { Room } from '#server/core/registry.ts';
import { isScoringRunning, lockUsage } from '#server/scoring/scoring-lease-queries.ts';
import { finishedDemo, keepDecision } from './queries.ts';
import {
  demoCustomerNames,
  demoPeople,
  hasDemoCustomers,
  listsChanged,
  lockJobs,
  type PeoplesWork,
  peoplesWork,
  removeArticles,
  removeCustomers,
  removeEmptyWeeks,
  removePeople,
  removeSavedViews,
  removeWorld,
  runningImport,
  savedSearches,
  type WeeksLeft,
} from './removal-queries.ts';
import { namesOneOf, workText } from './rules.ts';
import { demoArticleIds } from './world/articles.ts';

/** Thrown when the demo cannot be removed now. The message is shown to users. */
export class RemovalRefused extends Refusal {}

export interface RemovalOptions {
  /** New value of SEED. A later start with another value prints that the value has no effect. */
  asked: 'demo' | 'none';
  /** `true` also deletes the work of signed-in users on the demo's customers. */
  withWork?: boolean;
}

export interface Removed {
  customers: number;
  weeks: WeeksLeft;
}

/**
 * Removes the demo in one transaction. Keeps all other data, including official weeks with scores
 * of other customers. Returns `undefined` without a demo. Throws `RemovalRefused` while a job or an
 * import is active. Also throws when the demo's customers have work of users, unless `withWork` is
 * set.
 */
export async function removeDemo(
  database: Database,
  clock: Clock,
  rooms: readonly Room[],
  options: RemovalOptions,
): Promise<Removed | undefined> {
  const { withWork = false } = options;
  const queries = database.background;
  const now = clock();
  const counts = await finishedDemo(queries);
  if (counts === undefined && !(await hasDemoCustomers(queries))) return undefined;
  await reclaimRuns(queries, { except: [], alone: database.isAlone, now });
  return queries.transaction().execute(async (transaction) => {
    // The lock prevents imports from starting until the transaction ends.
    await lockUsage(transaction);
    const job = await lockJobs(transaction);
    if (job !== undefined)
      throw new RemovalRefused(
        `The job ${job} is running. Remove the demo when the job has ended (see npm run jobs -- list).`,
      );
    const source = database.isAlone ? undefined : await runningImport(transaction, now);
    if (source !== undefined)
      throw new RemovalRefused(
        `An import (${source}) is running. Remove the demo when it has ended.`,
      );
    if (await isScoringRunning(transaction))
      throw new RemovalRefused('Scoring is running. Remove the demo when it has ended.');

    const names = await demoCustomerNames(transaction);
    const prospects = counts?.prospects ?? 0;
    const views = await viewsThatName(transaction, names);
    const work: PeoplesWork & { views: number } = {
      ...(await peoplesWork(transaction, prospects)),
      views: views.length,
    };
    const text = workText(work);
    if (text !== '' && !withWork)
      throw new RemovalRefused(
        `The demo's customers have users' work: ${text}.\nTo delete that too: npm run demo -- --remove --with-work.`,
      );

    await removeSavedViews(transaction, views);
    await removeCustomers(transaction);
    const weeks = await removeEmptyWeeks(transaction);
    for (const { removeDemoRows } of rooms.toReversed())
      await removeDemoRows?.(transaction, { people: demoPeople, prospects });
    await removeArticles(transaction, demoArticleIds);
    await removePeople(transaction);
    await removeWorld(transaction);
    await keepDecision(transaction, { decided: 'none', asked: options.asked, decidedAt: now });
    await listsChanged(transaction);
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
  const searches = await savedSearches(queries);
  return searches
    .filter(({ search }) => namesOneOf(search, names))
    .map(({ saved_view_id }) => saved_view_id);
}
