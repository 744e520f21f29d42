import { CannotContinueError } from '#server/core/errors.ts';
import { normalizeHeader } from '#server/imports/reading/header/fold-header.ts';
import { isColumnOfKind } from '#server/imports/reading/header/known-headers.ts';
import { valueColumnsByKind } from '#server/imports/reading/values/value-columns.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import type { ValueMap } from '#shared/imports/values.ts';

/** Mapped columns and values of a command. */
export interface CommandMappings {
  /** Headers of the file, by column. */
  mapping: Record<string, string>;
  /** Values of the file with those that replace them, by column. */
  values: ValueMap;
}

/**
 * Parses the options `--map "Their header=column"` and `--map "column:Their value=value"` for a kind
 * of file. Throws when an option has neither form.
 */
export function parseMappings(pairs: readonly string[], kind: ImportKind): CommandMappings {
  const parsed: CommandMappings = { mapping: {}, values: {} };
  for (const pair of pairs) {
    const { before, after, column, value } = splitPair(pair);
    if (valueColumnsByKind[kind].some((each) => each.column === column))
      parsed.values[column] = { ...parsed.values[column], [value]: after || null };
    else parsed.mapping[after] = before;
  }
  return parsed;
}

/** Returns the options that fit a file with this header. */
export const pairsOfFile = (
  pairs: readonly string[],
  kind: ImportKind,
  header: readonly string[],
): string[] => {
  const names = new Set(header.map(normalizeHeader));
  return pairs.filter((pair) => {
    const { before, after, column } = splitPair(pair);
    return (
      valueColumnsByKind[kind].some((each) => each.column === column) ||
      (isColumnOfKind(kind, after) && names.has(normalizeHeader(before)))
    );
  });
};

/** Returns the mapped values of a source, of which a command replaces some. */
export const mergeValueMaps = (saved: ValueMap, given: ValueMap = {}): ValueMap => ({
  ...saved,
  ...Object.fromEntries(
    Object.entries(given).map(([column, values]) => [column, { ...saved[column], ...values }]),
  ),
});

/** Splits an option into a header and a column, or into a column, a value and its replacement. */
function splitPair(pair: string) {
  const cut = pair.lastIndexOf('=');
  if (cut < 1)
    throw new CannotContinueError(
      `--map takes a header of the file and a column of Chairside, such as --map "Office Title=name", or a value of a column, such as --map "practiceType:General=General Dentistry", not "${pair}".`,
    );
  const before = pair.slice(0, cut);
  const colon = before.indexOf(':');
  return {
    before,
    after: pair.slice(cut + 1).trim(),
    column: colon < 1 ? '' : before.slice(0, colon).trim(),
    value: before.slice(colon + 1).trim(),
  };
}
