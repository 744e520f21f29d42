import type { Prospect } from '#shared/prospects/prospects.ts';
import type { CustomerOrProspectResult } from '#shared/search/search.ts';
import type { InstitutionReference } from '#web/institutions/institution-modal.ts';
import type { SelectionHandlers } from './choices.ts';
import { practiceFromProspect } from './practice-from-prospect.ts';

export function selectProspect(
  prospect: Prospect,
  { onSelectPractice, onSelectProspect }: SelectionHandlers,
) {
  if (onSelectProspect) {
    onSelectProspect(prospect);
    return;
  }
  const practice = practiceFromProspect(prospect);
  if (practice) onSelectPractice(practice, []);
}

/**
 * Calls the handler for the selected result. A result of type `location` is a customer that was
 * found by its locations. Such a result selects the first matching location with coordinates.
 */
export function selectResult(
  result: CustomerOrProspectResult,
  selecting: SelectionHandlers,
  found: readonly InstitutionReference[],
) {
  if (result.type === 'prospect') selectProspect(result.prospectData, selecting);
  else if (result.type === 'institution')
    selecting.onSelectInstitution(result.institutionId, result.matchingLocations, found);
  else {
    const practice = result.matchingLocations.find(
      ({ latitude, longitude }) => latitude !== null && longitude !== null,
    );
    if (practice) selecting.onSelectPractice(practice, found);
  }
}
