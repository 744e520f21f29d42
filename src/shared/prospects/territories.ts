import { foldText } from '#shared/core/text.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { Territory } from './sales-settings.ts';

/** Parts of a prospect's address that decide its territory. */
export interface TerritoryAddress {
  /** Two-letter code of the state; `null` when the address has none. */
  state: string | null;
  zip: string | null;
}

/** Maximum number of digits of a ZIP code, and thus of a prefix. */
const zipDigits = 5;

/**
 * Returns a function that finds the territory of an address: the territory with the longest
 * matching ZIP prefix, otherwise the territory with the state, or `null`.
 */
export function createTerritorySearch(
  territories: readonly Territory[],
): (address: TerritoryAddress) => Territory | null {
  const byPrefix = new Map(
    territories.flatMap((territory) =>
      territory.zipPrefixes.map((prefix) => [prefix, territory] as const),
    ),
  );
  const byState = new Map(
    territories.flatMap((territory) =>
      territory.states.map((state) => [state, territory] as const),
    ),
  );
  return ({ state, zip }) => {
    if (zip !== null)
      for (let length = zipDigits; length > 0; length--) {
        const found = byPrefix.get(zip.slice(0, length));
        if (found !== undefined) return found;
      }
    return (state === null ? undefined : byState.get(state)) ?? null;
  };
}

/** Name that a territory had in a version of the settings. */
export interface FormerTerritoryName {
  id: string;
  name: string;
}

/**
 * Returns the current name for each former name, by folded former name. A name that a territory has
 * today keeps its meaning, and a name whose territory was deleted is left out.
 */
export function currentTerritoryNames(
  territories: readonly Territory[],
  formerNames: readonly FormerTerritoryName[],
): Map<string, string> {
  const nameById = new Map(territories.map(({ id, name }) => [id, name]));
  const current = new Map(
    formerNames.flatMap(({ id, name }) => {
      const now = nameById.get(id);
      return now === undefined ? [] : [[foldText(name), now] as const];
    }),
  );
  for (const { name } of territories) current.set(foldText(name), name);
  return current;
}

/**
 * Replaces former names of territories in filters by the current names, so that saved views and links
 * still find the prospects of a renamed territory.
 */
export const renameTerritories = (
  filters: readonly ListFilter[],
  currentNames: ReadonlyMap<string, string>,
): readonly ListFilter[] =>
  filters.map((filter) =>
    filter.column === 'territory' && (filter.kind === 'one-of' || filter.kind === 'none-of')
      ? {
          ...filter,
          values: [
            ...new Set(filter.values.map((value) => currentNames.get(foldText(value)) ?? value)),
          ],
        }
      : filter,
  );
