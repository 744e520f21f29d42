import { countText, numberText, truncateText } from '#shared/core/words.ts';

export type IdKind = 'institution' | 'location';

/** Number of distinct ids in a file, and the unknown ids. */
export interface UnknownIdCount {
  of: IdKind;
  ids: number;
  unknown: string[];
}

/** Source, with the number of looked-up ids that exist in it. */
export interface SourceIdCount {
  source: string;
  ids: number;
}

/**
 * Maximum share of a file's ids, 0–1, that may be unknown or exist in another source. A larger
 * share stops the setup.
 */
const tooLargeShare = 0.1;
const examples = 3;

export const hasTooManyUnknownIds = ({ ids, unknown }: UnknownIdCount): boolean =>
  unknown.length > ids * tooLargeShare;

const quoted = (ids: readonly string[]) => ids.map((id) => `"${truncateText(id, 64)}"`).join(', ');

/** Returns a sentence on unknown ids, with examples and the likely reason. */
export function unknownIdsText(
  file: string,
  { of, ids, unknown }: UnknownIdCount,
  likely: string | undefined,
): string {
  const share = `${numberText(unknown.length)} of ${countText(ids, `${of} id`)} of ${file}`;
  const verb = unknown.length === 1 ? 'is' : 'are';
  return [
    `${share} ${verb} neither in a practices file nor in the database, such as ${quoted(unknown.slice(0, examples))}.`,
    likely,
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

/**
 * Returns an id without the parts that programs add or remove. These are case, punctuation, leading
 * letters and zeros, and the last three characters of Salesforce ids.
 */
function core(id: string): string {
  const plain = id.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (/^(?=.*[a-zA-Z])[a-zA-Z0-9]{15}([A-Z0-5]{3})?$/.test(id)) return plain.slice(0, 15);
  return /^[a-z]*0*(\d+)$/.exec(plain)?.[1] ?? plain;
}

/**
 * Returns the likely reason for unknown ids: the practices file spells the ids differently, or the
 * ids belong to another source.
 */
export function likelyUnknownIdReason(
  unknown: readonly string[],
  practices: Iterable<string>,
  sources: readonly SourceIdCount[],
): string | undefined {
  const wanted = new Map(unknown.map((id) => [core(id), id]));
  for (const id of practices) {
    const written = wanted.get(core(id));
    if (written !== undefined && written !== id)
      return `${quoted([written])} may be the same id as ${quoted([id])} in the practices file. Export the ids as text in both files.`;
  }
  const other = sources[0];
  return other === undefined
    ? undefined
    : `The source ${other.source} has similar ids. If the ids in the file belong to this source, add --source ${other.source}.`;
}

/**
 * Returns a source other than `externalSource` that contains a large share of the file's ids. It
 * must contain more of the ids than `externalSource`. Returns `undefined` without such a source.
 */
export function findLikelySource(
  ids: number,
  externalSource: string,
  sources: readonly SourceIdCount[],
): SourceIdCount | undefined {
  const own = sources.find(({ source }) => source === externalSource)?.ids ?? 0;
  return sources.find(
    (each) => each.source !== externalSource && each.ids > ids * tooLargeShare && each.ids > own,
  );
}
