import { counted, cut } from '#shared/core/words.ts';

export type IdsOf = 'institution' | 'location';

/** The ids of a file, and those of them that nothing has. */
export interface IdCount {
  of: IdsOf;
  ids: number;
  unknown: string[];
}

/** How many of some ids a source has. */
export interface SourceOfIds {
  source: string;
  ids: number;
}

/** Above this share of the ids of a file, it is no accident that nothing has them, or that another source has. */
const tooLargeShare = 0.1;
const examples = 3;

export const isTooManyUnknown = ({ ids, unknown }: IdCount): boolean => unknown.length > ids * tooLargeShare;

const quoted = (ids: readonly string[]) => ids.map((id) => `"${cut(id, 64)}"`).join(', ');

/** What is told of ids that nothing has, with examples and, where there is one, the likely reason. */
export function unknownInWords(file: string, { of, ids, unknown }: IdCount, likely: string | undefined): string {
  const share = `${unknown.length.toLocaleString('en-US')} of ${counted(ids, `${of} id`)} of ${file}`;
  const verb = unknown.length === 1 ? 'is' : 'are';
  return [`${share} ${verb} in no practices file and not in the database, such as ${quoted(unknown.slice(0, examples))}.`, likely]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

/** An id without what programs add to it or take from it: case, punctuation, letters and zeros in front, Salesforce's last three characters. */
function core(id: string): string {
  const plain = id.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (/^(?=.*[a-zA-Z])[a-zA-Z0-9]{15}([A-Z0-5]{3})?$/.test(id)) return plain.slice(0, 15);
  return /^[a-z]*0*(\d+)$/.exec(plain)?.[1] ?? plain;
}

/** Why ids may be unknown: the practices have them written otherwise, or they are ids of another source. */
export function likelyReason(unknown: readonly string[], practices: Iterable<string>, sources: readonly SourceOfIds[]): string | undefined {
  const wanted = new Map(unknown.map((id) => [core(id), id]));
  for (const id of practices) {
    const written = wanted.get(core(id));
    if (written !== undefined && written !== id)
      return `${quoted([written])} may be ${quoted([id])} of the practices: export the ids as text, in the same way from both.`;
  }
  const other = sources[0];
  return other === undefined ? undefined : `Ids of the source ${other.source} are like these: if they are, say --source ${other.source}.`;
}

/** Another source that has many of these practices, and more of them than their own. */
export function sourceThatHasThem(ids: number, externalSource: string, sources: readonly SourceOfIds[]): SourceOfIds | undefined {
  const own = sources.find(({ source }) => source === externalSource)?.ids ?? 0;
  return sources.find((each) => each.source !== externalSource && each.ids > ids * tooLargeShare && each.ids > own);
}
