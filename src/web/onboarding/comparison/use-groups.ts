import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { onboardingDaysAndTargets } from '#shared/institutions/onboarding-plan.ts';
import type { CaseWithHistory } from '#shared/onboarding/analytics.ts';
import { type ComparisonGroup, maximumComparedGroups } from '#shared/onboarding/comparison.ts';
import { type Grouping, groupCasesBy, groupings } from '#shared/onboarding/groups.ts';
import { extractSegment, findSegmentRows } from '#shared/portfolio/segment.ts';
import { institutionListQuery } from '#web/portfolio/institution-list.tsx';
import { portfolioListName } from '#web/portfolio/use-scope.ts';
import { useViewerName } from '#web/ui/list/viewer.ts';
import { savedViewsQuery } from '#web/ui/list/views/saved-views-data.ts';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';

type Choice = Grouping | 'segment';
const choices: readonly Choice[] = [...groupings, 'segment'];

/** Separator of group names in the URL. No group name contains it. */
const separator = '~';

/**
 * Returns the groups selected by default. The newest months are left out, because their customers
 * haven't reached the compared days.
 */
function firstChoice(by: Choice, groups: readonly ComparisonGroup[]): ComparisonGroup[] {
  const lastTarget = onboardingDaysAndTargets.targets.at(-1)?.day ?? 0;
  const matureGroups =
    by === 'month'
      ? groups.filter(({ members }) => members.some(({ history }) => history.watched >= lastTarget))
      : groups;
  return (matureGroups.length === 0 ? groups : matureGroups).slice(0, maximumComparedGroups);
}

/** Holds the grouping attribute and the selected groups in the URL. */
export function useGroupChoices(cases: readonly CaseWithHistory[] | undefined) {
  const { parameters, change } = useUrlParameters();
  const by = choices.find((each) => each === parameters.get('by')) ?? 'size';
  const customers = useQuery({ ...institutionListQuery, enabled: by === 'segment' });
  const views = useQuery({ ...savedViewsQuery(portfolioListName), enabled: by === 'segment' });
  const viewer = useViewerName();
  const groups = useMemo((): ComparisonGroup[] | undefined => {
    if (cases === undefined) return undefined;
    if (by !== 'segment') return groupCasesBy(by, cases);
    if (customers.data === undefined || views.data === undefined) return undefined;
    const { rows } = customers.data;
    return views.data.rows.map(({ name, search }) => {
      const segment = new URLSearchParams(extractSegment(new URLSearchParams(search), viewer));
      const ids = new Set(
        findSegmentRows(rows, segment).rows.map(({ institutionId }) => institutionId),
      );
      return { name, members: cases.filter(({ row }) => ids.has(row.institutionId)) };
    });
  }, [cases, by, customers.data, views.data, viewer]);
  const named = parameters.get('groups');
  const chosen = useMemo(() => {
    if (groups === undefined || named === null) return groups && firstChoice(by, groups);
    const names = named.split(separator);
    return names
      .flatMap((name) => groups.find((group) => group.name === name) ?? [])
      .slice(0, maximumComparedGroups);
  }, [groups, named, by]);
  return {
    by,
    groups,
    chosen,
    isSameMix: parameters.get('mix') === 'same',
    error: by === 'segment' ? (customers.error ?? views.error) : null,
    chooseBy: (next: string | null) => change({ by: next === 'size' ? null : next, groups: null }),
    choose: (names: readonly string[]) =>
      change({ groups: names.slice(0, maximumComparedGroups).join(separator) }),
    chooseMix: (isSame: boolean) => change({ mix: isSame ? 'same' : null }),
  };
}
