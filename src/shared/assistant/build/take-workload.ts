import { type PlanDraft, UnusableWordsError } from './draft.ts';

/**
 * Counts the open rows of each user, or of the user that the question names: 'workload by owner',
 * 'Morgan's workload', 'who has the highest workload'.
 */
export function takeWorkload(draft: PlanDraft): void {
  const [workload] = draft.all('workload');
  if (workload === undefined) return;
  const { person, workload: filters = [] } = draft.vocabulary;
  if (person === null)
    throw new UnusableWordsError(workload.words, 'The rows of this list have no user.');
  const isOfUser = draft.all('values').some(({ item }) => item.column === person);
  const [rank] = draft.all('rank').filter(({ item }) => item.column === null);
  draft.setAggregate({ kind: 'count' }, workload);
  for (const filter of filters)
    if (draft.filters.every((each) => each.filter.column !== filter.column))
      draft.addFilter(filter, workload);
  if (!isOfUser && draft.groups.length === 0) draft.group(person, workload);
  if (rank === undefined || isOfUser) return;
  draft.groupOrder = { descending: rank.item.descending, limit: null };
  draft.used.add(rank);
}
