import type { ImportKind } from '#shared/imports/report.ts';
import { findHeaderColumns } from './header.ts';
import type { ColumnMapping } from './known-headers.ts';

/**
 * Kinds of files that can be imported as a folder. Files of other kinds are imported individually.
 */
const folderKinds = ['practices', 'usage', 'entitlements'] as const satisfies ImportKind[];

/** Kind of a file, or the reason why the file is not used. */
export type FileKindDetectionResult = { kind: ImportKind } | { why: string };

/**
 * Headers that identify lists of other records, such as people or deals. Such lists refer to
 * customers but are not lists of customers.
 */
const otherLists: Record<string, readonly string[]> = {
  people: ['first name', 'last name', 'contact id'],
  deals: ['deal name', 'deal stage', 'opportunity name', 'opportunity id', 'stage', 'close date'],
  tickets: ['ticket id', 'ticket name', 'case number', 'subject'],
};
export const addressIndicatorColumns = ['streetAddress', 'city', 'zip', 'latitude'];

/**
 * Returns the kind of a file by its header. `headerUnder` returns the header cells for a kind,
 * because each kind can lead to another delimiter. `mappingOf` returns the columns that the user
 * mapped. Returns the reason when the file matches no kind
 * or two kinds.
 */
export function detectFileKind(
  headerUnder: (kind: ImportKind) => readonly string[] | undefined,
  mappingOf: (kind: ImportKind, header: readonly string[]) => ColumnMapping = () => ({}),
): FileKindDetectionResult {
  const found = folderKinds.flatMap((kind) => {
    const header = headerUnder(kind);
    return header === undefined
      ? []
      : [{ kind, header, ...findHeaderColumns(kind, header, mappingOf(kind, header)) }];
  });
  if (found.length === 0) return { why: 'It has no header line.' };
  const fitting = found.filter(({ missing }) => missing.length === 0);
  const special = fitting.filter(({ kind }) => kind !== 'practices');
  // A usage file can have a column with the customer's name. This column does not make it a list of
  // practices.
  const candidates = fitting.filter(
    ({ kind, columns }) =>
      kind !== 'practices' ||
      special.length === 0 ||
      columns.some((column) => addressIndicatorColumns.includes(column)),
  );
  const [first, second] = candidates;
  if (first === undefined) return { why: closest(found) };
  if (second !== undefined) return { why: `It could be ${first.kind} or ${second.kind}.` };
  const marksPeople = first.columns.some((column) =>
    ['isOrganization', 'isPerson', 'recordKind'].includes(column),
  );
  const other = first.kind === 'practices' && !marksPeople ? otherList(first.header) : undefined;
  return other === undefined ? { kind: first.kind } : { why: other };
}

function otherList(header: readonly string[]): string | undefined {
  for (const [what, names] of Object.entries(otherLists)) {
    const mark = header.find((cell) =>
      names.includes(
        cell
          .toLowerCase()
          .replace(/[_\s]+/g, ' ')
          .trim(),
      ),
    );
    if (mark !== undefined) return `It looks like a list of ${what}, because it has "${mark}".`;
  }
  return undefined;
}

/** Returns a sentence on the kind that matches best and its missing columns. */
function closest(
  found: readonly { kind: ImportKind; columns: string[]; missing: string[] }[],
): string {
  const [nearest] = [...found].sort(
    (one, other) =>
      one.missing.length - other.missing.length || other.columns.length - one.columns.length,
  );
  if (nearest === undefined || nearest.columns.length === 0) return 'It has no recognized column.';
  return `It is closest to ${nearest.kind} but lacks ${nearest.missing.join(' and ')}.`;
}
