import { foldText } from '#shared/core/text.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { DiscoveredPlace, Prospect } from '#shared/prospects/prospects.ts';
import type { InstitutionSearchResult } from '#shared/search/search.ts';
import type { Listed } from '#web/institutions/institution-modal.ts';

export type SearchTab = 'customers' | 'prospects' | 'discover';

/** One row that can be picked. */
export type Choice = { kind: 'local'; result: InstitutionSearchResult } | { kind: 'place'; place: DiscoveredPlace };

export interface Selecting {
  /** `found`: the customers of the list it was picked from, in their order. */
  onSelectInstitution: (institutionId: number, matchingLocations: Practice[], found: readonly Listed[]) => void;
  onSelectPractice: (practice: Practice, found: readonly Listed[]) => void;
  onSelectProspect?: ((prospect: Prospect) => void) | undefined;
}

/** Customers if any matched, else prospects if any did, else what can be discovered. */
export function tabFor(found: { customers: unknown[]; prospects: unknown[] }): SearchTab {
  if (found.customers.length > 0) return 'customers';
  return found.prospects.length > 0 ? 'prospects' : 'discover';
}

export const nameOf = (choice: Choice): string => (choice.kind === 'local' ? choice.result.institutionName : choice.place.name);

/** The customers among what was found. */
export const customersOf = (choices: readonly Choice[]): Listed[] =>
  choices.flatMap((choice) => {
    const institutionId = choice.kind === 'local' ? choice.result.institutionId : choice.place.customerId;
    return institutionId === null || institutionId === -1 ? [] : [{ institutionId }];
  });

/** 'City, ST' of what is known. */
export const townOf = ({ city, state }: Pick<Practice, 'city' | 'state'>): string => [city, state].filter(Boolean).join(', ');

export function keyOf(choice: Choice): string {
  if (choice.kind === 'place') return `place-${choice.place.placeId}`;
  const { type, institutionId, prospectData } = choice.result;
  return prospectData ? `prospect-${prospectData.prospectId}` : `${type}-${institutionId}`;
}

/** What nobody here knows yet, then prospects, then customers; the directory's own order within each. */
export const newestFirst = (places: readonly DiscoveredPlace[]): DiscoveredPlace[] =>
  places.toSorted(
    (one, other) =>
      Number(one.customerId !== null) - Number(other.customerId !== null) || Number(one.alreadyProspect) - Number(other.alreadyProspect),
  );

/** The row that is what was typed, in full; the first where none is. */
export function typedInFull(choices: readonly Choice[], needle: string | null): number {
  const at = choices.findIndex((choice) => shownNames(choice).some((name) => foldText(name) === needle));
  return at === -1 ? 0 : at;
}

function shownNames(choice: Choice): string[] {
  if (choice.kind === 'place' || choice.result.type !== 'location') return [nameOf(choice)];
  return choice.result.matchingLocations.map(({ locationName }) => locationName);
}
