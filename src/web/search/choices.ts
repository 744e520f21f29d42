import { foldText } from '#shared/core/text.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { DiscoveredPlace, Prospect } from '#shared/prospects/prospects.ts';
import type { CustomerOrProspectResult } from '#shared/search/search.ts';
import type { InstitutionReference } from '#web/institutions/institution-modal.ts';

export type SearchTab = 'customers' | 'prospects' | 'discover';

/** Row of the results: a local match or a place from the directory. */
export type SearchChoice =
  | { kind: 'local'; result: CustomerOrProspectResult }
  | { kind: 'place'; place: DiscoveredPlace };

export interface SelectionHandlers {
  /**
   * Called when the user selects an institution. `found` has all customers in the results in order,
   * so that the user can move through them.
   */
  onSelectInstitution: (
    institutionId: number,
    matchingLocations: Practice[],
    found: readonly InstitutionReference[],
  ) => void;
  onSelectPractice: (practice: Practice, found: readonly InstitutionReference[]) => void;
  onSelectProspect?: ((prospect: Prospect) => void) | undefined;
}

/**
 * Returns the tab that is opened first: customers if any match, otherwise prospects, otherwise
 * Discover.
 */
export function chooseInitialSearchTab(found: {
  customers: unknown[];
  prospects: unknown[];
}): SearchTab {
  if (found.customers.length > 0) return 'customers';
  return found.prospects.length > 0 ? 'prospects' : 'discover';
}

export const choiceName = (choice: SearchChoice): string =>
  choice.kind === 'local' ? choice.result.institutionName : choice.place.name;

/** Returns the customers among the choices. */
export const customersAmongChoices = (choices: readonly SearchChoice[]): InstitutionReference[] =>
  choices.flatMap((choice) => {
    const institutionId =
      choice.kind === 'local' ? choice.result.institutionId : choice.place.customerId;
    return institutionId === null || institutionId === -1 ? [] : [{ institutionId }];
  });

/** Formats city and state: 'City, ST'. An unknown part is left out. */
export const cityAndStateText = ({ city, state }: Pick<Practice, 'city' | 'state'>): string =>
  [city, state].filter(Boolean).join(', ');

export function choiceKey(choice: SearchChoice): string {
  if (choice.kind === 'place') return `place-${choice.place.placeId}`;
  const { type, institutionId, prospectData } = choice.result;
  return prospectData ? `prospect-${prospectData.prospectId}` : `${type}-${institutionId}`;
}

/**
 * Sorts places into new places, prospects and customers. Within each group, the directory's order
 * is kept.
 */
export const sortNewPlacesFirst = (places: readonly DiscoveredPlace[]): DiscoveredPlace[] =>
  places.toSorted(
    (one, other) =>
      Number(one.customerId !== null) - Number(other.customerId !== null) ||
      Number(one.alreadyProspect) - Number(other.alreadyProspect),
  );

/** Returns the index of the row whose name equals the search text; 0 when there is none. */
export function exactMatchIndex(choices: readonly SearchChoice[], needle: string | null): number {
  const at = choices.findIndex((choice) =>
    shownNames(choice).some((name) => foldText(name) === needle),
  );
  return at === -1 ? 0 : at;
}

function shownNames(choice: SearchChoice): string[] {
  if (choice.kind === 'place' || choice.result.type !== 'location') return [choiceName(choice)];
  return choice.result.matchingLocations.map(({ locationName }) => locationName);
}
