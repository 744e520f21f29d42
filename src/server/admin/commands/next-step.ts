import type { MissingScoreDataKind } from '#server/scoring/week-queries.ts';
import { defaultExternalSource } from '#shared/imports/report.ts';

/**
 * Returns a sentence with the next command after an import. `missing` is the first kind of data
 * that scores still need.
 */
export function nextCommandAfterImport(
  missing: MissingScoreDataKind | null,
  externalSource: string,
): string {
  if (missing === null) return 'Next: npm run score';
  const source = externalSource === defaultExternalSource ? '' : ` --source ${externalSource}`;
  return `Next, import ${missing}: npm run import -- ${missing} FILE.csv${source}`;
}
