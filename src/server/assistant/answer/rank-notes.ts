import type { Computed } from '#shared/assistant/compute.ts';
import { ranksFewest } from '#shared/assistant/compute-groups.ts';
import { chooseGroupNoun } from '#shared/assistant/group-nouns.ts';
import { capitalize, countText } from '#shared/core/words.ts';
import type { PlanWithList } from './planned.ts';

/** Maximum number of tied groups that a note names. */
const mostNames = 5;

/**
 * Returns notes on a ranking of groups: the groups beyond its limit with the same figure as the last
 * one, the groups that are missing in the list, and the list's own note.
 */
export function groupRankNotes(
  { plan, source, vocabulary: { noun, rankNote } }: PlanWithList,
  { tiedGroups }: Pick<Computed, 'tiedGroups'>,
): string[] {
  const { one, many } = chooseGroupNoun(
    plan.groups.map(
      ({ column }) => source.columns.find(({ key }) => key === column)?.label ?? column,
    ),
  );
  const notes: string[] = [];
  if (tiedGroups.length > 0) {
    const more = tiedGroups.length - mostNames;
    const names = tiedGroups.slice(0, mostNames).join(', ');
    notes.push(
      `Same figure as the last ${one} shown: ${names}${more > 0 ? ` and ${more} more` : ''}.`,
    );
  }
  if (ranksFewest(plan))
    notes.push(`${capitalize(many)} without any ${noun.many} in the list aren’t ranked.`);
  const isRanking = plan.groups.length > 0 && plan.groupOrder?.range === undefined;
  if (
    rankNote !== undefined &&
    isRanking &&
    plan.groupOrder !== null &&
    plan.aggregate.kind === 'count'
  )
    notes.push(rankNote);
  return notes;
}

/**
 * Returns a note on the rows beyond the plan's limit that have the same value in the sorted column as
 * the last row.
 */
export function rowTieNotes({ plan, source, vocabulary: { noun } }: PlanWithList): string[] {
  const { aggregate, state } = plan;
  const [sort, ...others] = state.sort;
  if (aggregate.kind !== 'rows' || aggregate.limit === null) return [];
  if (sort === undefined || others.length > 0) return [];
  const values = source.select(state).values(sort.column);
  const last = values[aggregate.limit - 1] ?? null;
  const tied = values.slice(aggregate.limit).filter((value) => value === last).length;
  if (last === null || tied === 0) return [];
  const label = source.columns.find(({ key }) => key === sort.column)?.label ?? sort.column;
  return [
    `${countText(tied, `more ${noun.one}`, `more ${noun.many}`)} ${tied === 1 ? 'has' : 'have'} the same ${label} as the last one shown.`,
  ];
}
