import { foldText } from '#shared/core/text.ts';

/** Practice types by the business types of places directories. All texts are folded. */
const typeByBusinessType: Readonly<Record<string, string>> = {
  dentist: 'general dentistry',
  'dental practice': 'general dentistry',
  'dental clinic': 'general dentistry',
  orthodontist: 'orthodontics',
  'pediatric dentist': 'pediatric dentistry',
  'oral surgeon': 'oral surgery',
  periodontist: 'periodontics',
  endodontist: 'endodontics',
  doctor: 'family medicine',
  'family practice physician': 'family medicine',
  dermatologist: 'dermatology',
  optometrist: 'optometry',
  'physical therapist': 'physical therapy',
  'medical clinic': 'clinic',
};

/**
 * Returns the customers' practice type of a business type; `null` when no customer has it. The keys
 * of `known` are folded practice types, and its values their displayed spelling.
 */
export function practiceTypeOf(
  businessType: string,
  known: ReadonlyMap<string, string>,
): string | null {
  const folded = foldText(businessType).trim();
  return known.get(folded) ?? known.get(typeByBusinessType[folded] ?? '') ?? null;
}
