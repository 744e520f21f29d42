import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { reuseLastResult } from '#server/core/last-result.ts';
import { requireInstitution, requireInstitutions } from '#server/institutions/existence.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { versionCheckedListRoute } from '#server/list/list-route.ts';
import { writeWorkEvents } from '#server/work/event-queries.ts';
import { dayIn } from '#shared/core/dates.ts';
import { productKeys } from '#shared/core/products.ts';
import { onboardingColumns } from '#shared/onboarding/columns.ts';
import { milestoneKeys } from '#shared/onboarding/milestones.ts';
import {
  exportOnboarding,
  getOnboardingCase,
  getOnboardingHistories,
  getOnboardingList,
  getWeekEndOnboardingStatuses,
  type ListedOnboarding,
  onboardingTabs,
  postOnboardingChange,
  postOnboardingUndo,
} from '#shared/onboarding/onboarding.ts';
import { countOnboardingDays } from '#shared/onboarding/progress.ts';
import { isOnOnboardingTab, onboardingActionProblem } from '#shared/onboarding/rows.ts';
import { toOnboardingFacts } from './case-rules.ts';
import { onboardingActionNames, toOnboardingTimelineEvent } from './change-event.ts';
import {
  applyCaseChange,
  findRepeatedCaseChange,
  lockCases,
  recordCaseChange,
} from './change-queries.ts';
import { findOnboardingCases } from './facts-queries.ts';
import { createOnboardingHistoriesReader } from './histories.ts';
import { onboardingListReader } from './list.ts';
import { findCaseStatusesInWeek, findMilestonesOfCustomer } from './list-queries.ts';
import { updateCurrentStates } from './refresh.ts';
import { findCaseChanges, lockChangedCases, restoreCases } from './undo-queries.ts';
import { onboardingUndoProblem } from './undo-rules.ts';

/** Display order of products. */
const productOrder: readonly string[] = productKeys;

export function onboardingRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const { foreground } = database;
  const list = onboardingListReader(dependencies);
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  versionCheckedListRoute(app, getOnboardingList, list);

  const rowsByTab = reuseLastResult(
    (rows: readonly ListedOnboarding[]) =>
      new Map(
        onboardingTabs.map((tab) => [tab, rows.filter((row) => isOnOnboardingTab(row, tab))]),
      ),
  );
  csvRoute(app, exportOnboarding, onboardingColumns, async ({ tab }) => {
    const { answer } = await list();
    return {
      rows: rowsByTab(answer.rows).get(tab) ?? [],
      fileName: `onboarding-${tab}-${today()}`,
    };
  });

  versionCheckedListRoute(
    app,
    getOnboardingHistories,
    createOnboardingHistoriesReader(dependencies),
  );

  route(app, getWeekEndOnboardingStatuses, async ({ params }) => ({
    rows: await findCaseStatusesInWeek(foreground, params.week),
  }));

  route(app, getOnboardingCase, async ({ params }) => {
    await requireInstitution(foreground, params.id);
    const row = (await list()).answer.rows.find(({ institutionId }) => institutionId === params.id);
    const [found] = await findOnboardingCases(foreground, [params.id]);
    if (row === undefined || found === undefined)
      throw notFound('The onboarding of this institution');
    const facts = toOnboardingFacts(found);
    const { liveOn, pauses } = facts;
    const milestones = await findMilestonesOfCustomer(foreground, params.id);
    return {
      row,
      milestones: milestones
        .toSorted(
          (one, other) =>
            milestoneKeys.indexOf(one.milestone) - milestoneKeys.indexOf(other.milestone) ||
            productOrder.indexOf(one.product) - productOrder.indexOf(other.product),
        )
        .map(({ milestone, product, side, due_day, done_on, evidence, done_by }) => ({
          key: milestone,
          product: product === '' ? null : product,
          side,
          dueDay: due_day,
          doneOn: done_on,
          evidence,
          doneBy: done_by,
        })),
      blockers: found.blockers.map(({ from_on, until_on, blocker }) => ({
        from: from_on,
        until: until_on,
        blocker,
      })),
      pauses: found.pauses.map(({ from_on, until_on, reason }) => ({
        from: from_on,
        until: until_on,
        reason,
      })),
      weeks:
        liveOn === null
          ? []
          : facts.weeks.map((week) => ({
              ...week,
              day: countOnboardingDays({ liveOn, pauses }, week.weekEnd),
            })),
    };
  });

  route(app, postOnboardingChange, async ({ body, user }) => {
    const { cases, change, changeId } = body;
    const ids = cases.map(({ institutionId }) => institutionId);
    await requireInstitutions(foreground, ids);
    const rows = new Map((await list()).answer.rows.map((row) => [row.institutionId, row]));
    const problems = new Map(
      ids.map((id) => {
        const row = rows.get(id);
        return [
          id,
          row === undefined
            ? 'The customer has no onboarding case'
            : onboardingActionProblem(row, change),
        ];
      }),
    );
    const record = { changeId, userId: user.id, at: clock(), today: today(), change };
    const outcome = await foreground.transaction().execute(async (transaction) => {
      const versions = await lockCases(transaction, changeId, ids);
      const before = await findRepeatedCaseChange(transaction, ids, record);
      if (before.some(({ same }) => !same))
        throw conflict(
          'An earlier version of this change was already saved, so this one wasn’t. Reload the page to see what was saved, then try again.',
        );
      if (before.length > 0)
        return {
          changed: before.map(({ institution_id }) => institution_id),
          conflicts: [],
          unfit: [],
        };
      const conflicts = cases.filter(
        (each) =>
          versions.has(each.institutionId) && versions.get(each.institutionId) !== each.version,
      );
      const current = cases
        .filter((each) => versions.get(each.institutionId) === each.version)
        .map((each) => each.institutionId);
      const changed = current.filter((id) => problems.get(id) === undefined);
      const unfit = ids.filter(
        (id) => !versions.has(id) || (current.includes(id) && problems.get(id) !== undefined),
      );
      if (changed.length > 0) {
        await recordCaseChange(transaction, changed, record);
        await applyCaseChange(transaction, changed, record);
        await updateCurrentStates(transaction, changed, record.today);
        const event = toOnboardingTimelineEvent(change);
        const events = changed.map((institutionId) => ({
          ...event,
          institutionId,
          kind: 'milestone' as const,
          subjectId: null,
        }));
        await writeWorkEvents(transaction, events, user.id, record.at);
      }
      return { changed, conflicts: conflicts.map(({ institutionId }) => institutionId), unfit };
    });
    if (outcome.changed.length === 0 && outcome.conflicts.length > 0)
      throw conflict('Another user changed this after you opened it. Check it, then try again.');
    if (outcome.changed.length === 0)
      throw unprocessable(
        [...problems.values()].find((problem) => problem !== undefined) ?? 'Nothing to change',
      );
    return { ...outcome, institutionName: await requireInstitutions(foreground, outcome.changed) };
  });

  route(app, postOnboardingUndo, async ({ params: { changeId }, user }) => {
    const at = clock();
    return foreground.transaction().execute(async (transaction) => {
      const versions = await lockChangedCases(transaction, changeId);
      const changes = await findCaseChanges(transaction, changeId);
      const problem = onboardingUndoProblem(changes, user.id, at);
      if (problem !== undefined) throw problem;
      const isCurrent = ({ institutionId, versionBefore }: (typeof changes)[number]) =>
        versionBefore !== null && versions.get(institutionId) === versionBefore + 1;
      const open = changes.filter(({ isUndone }) => !isUndone);
      const restored = open.filter(isCurrent).map(({ institutionId }) => institutionId);
      if (open.length > 0 && restored.length === 0)
        throw conflict('This onboarding has changed since. Change it by hand.');
      await restoreCases(transaction, restored, changeId, at);
      await updateCurrentStates(transaction, restored, today());
      const events = open.filter(isCurrent).map(({ institutionId, action }) => ({
        event: 'onboarding_undone' as const,
        detail: { action: onboardingActionNames[action] },
        institutionId,
        kind: 'milestone' as const,
        subjectId: null,
      }));
      await writeWorkEvents(transaction, events, user.id, at);
      return { kept: open.length - restored.length };
    });
  });
}
