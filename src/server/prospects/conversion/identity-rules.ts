import {
  type CustomerCandidate,
  type CustomerMatchReason,
  customerMatchReasons,
} from '#shared/prospects/conversion.ts';
import { duplicateReasons } from '#shared/prospects/duplicates.ts';
import { duplicateKeysOf, isDuplicateBy } from '../duplicates/key-rules.ts';

/** Facts by which a prospect and a location of a customer are compared. */
export interface PracticeIdentity {
  /** Names of the practice and of its institution. */
  names: readonly string[];
  streetAddress: string | null;
  zip: string | null;
  phone: string | null;
}

const keysOf = ({ names, streetAddress, zip, phone }: PracticeIdentity) =>
  [...new Set(names)].map((name) =>
    duplicateKeysOf({
      name,
      phone,
      website: null,
      street: streetAddress,
      zip: zip === null || zip === '' ? null : zip.slice(0, 5),
    }),
  );

const reasonTexts = {
  phone: 'Same phone number',
  name: 'Same name and ZIP code',
  street: 'Same street and ZIP code',
  website: null,
} as const;

/** Location of a customer that may be the same practice as a prospect. */
export interface CandidateLocation extends PracticeIdentity {
  institutionId: number;
  institutionName: string;
  city: string | null;
  state: string | null;
  leftOn: string | null;
  hasSameExternalId: boolean;
  hasSamePlace: boolean;
}

function matchReasons(
  prospect: ReturnType<typeof keysOf>,
  location: CandidateLocation,
): CustomerMatchReason[] {
  const own = keysOf(location);
  const byFacts = duplicateReasons.flatMap((reason) => {
    const text = reasonTexts[reason];
    const isSame = prospect.some((one) => own.some((other) => isDuplicateBy(reason, one, other)));
    return text !== null && isSame ? [text] : [];
  });
  return [
    ...(location.hasSameExternalId ? (['Same external id'] as const) : []),
    ...(location.hasSamePlace ? (['Same place'] as const) : []),
    ...byFacts,
  ];
}

const addressOf = ({ streetAddress, city, state, zip }: CandidateLocation): string =>
  [streetAddress, city, [state, zip].filter((part) => part !== null).join(' ')]
    .filter((part) => part !== null && part !== '')
    .join(', ');

/**
 * Returns the customers that may be the same practice, each with all reasons. Customers with the
 * strongest reason come first.
 */
export function findCustomerCandidates(
  prospect: PracticeIdentity,
  locations: readonly CandidateLocation[],
): CustomerCandidate[] {
  const keys = keysOf(prospect);
  const candidates = new Map<number, CustomerCandidate>();
  for (const location of locations) {
    const reasons = matchReasons(keys, location);
    if (reasons.length === 0) continue;
    const { institutionId, institutionName, leftOn } = location;
    const known = candidates.get(institutionId);
    const all = new Set([...(known?.reasons ?? []), ...reasons]);
    candidates.set(institutionId, {
      institutionId,
      institutionName,
      leftOn,
      address: known?.address ?? addressOf(location),
      reasons: customerMatchReasons.filter((reason) => all.has(reason)),
    });
  }
  const rank = ({ reasons: [first] }: CustomerCandidate) =>
    first === undefined ? customerMatchReasons.length : customerMatchReasons.indexOf(first);
  return [...candidates.values()].sort(
    (one, other) => rank(one) - rank(other) || one.institutionId - other.institutionId,
  );
}
