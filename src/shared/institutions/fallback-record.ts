import type { InstitutionLocations, Practice } from './institutions.ts';

/**
 * Builds an institution's record from the practice list, as a fallback when the requests for the
 * record fail; `undefined` when the institution is not in the list.
 */
export function buildFallbackInstitutionLocations(
  practices: readonly Practice[],
  institutionId: number,
): InstitutionLocations | undefined {
  const own = practices.filter((practice) => practice.institutionId === institutionId);
  const [first] = own;
  if (first === undefined) return undefined;
  const { institutionName, numLocations, numProducts, healthScore, healthTier } = first;
  const locations = own.map(
    ({
      institutionName: _name,
      institutionExternalId: _id,
      numLocations: _count,
      numProducts: _products,
      healthScore: _score,
      healthTier: _tier,
      inGrace: _grace,
      ...location
    }) => location,
  );
  return {
    institutionId,
    institutionName,
    numLocations,
    numProducts,
    healthScore,
    healthTier,
    locations,
  };
}
