import type { Queries } from '#server/core/db/database.ts';
import { streamFileBytes } from '#server/core/file-streams.ts';
import { withProgressBar } from '#server/core/progress.ts';
import { connectedCrmName } from '#server/crm/choose-crm.ts';
import { ImportRefused } from '#server/imports/reading/import-error.ts';
import { CachedPlaceLookup } from '#server/imports/reading/places/known-places.ts';
import type { StagedReadRow } from '#server/imports/reading/read-row.ts';
import { readAndCheckRows } from '#server/imports/reading/reading.ts';
import { findSavedValueMap } from '#server/imports/runs/saved-values-queries.ts';
import type { Day } from '#shared/core/dates.ts';
import { countText, numberText } from '#shared/core/words.ts';
import type { ImportReport } from '#shared/imports/report.ts';
import { fileSize } from '../commands/import-file.ts';
import { mergeValueMaps } from '../commands/import-mappings.ts';
import type { FileReadingOptions } from '../commands/import-options.ts';
import { columnLines, rejectionLines } from '../commands/import-report.ts';
import type { CommandDependencies } from '../commands/run-job.ts';
import { PlaceLookupAsIfImported } from './checked-places.ts';
import type { ImportFolderFile } from './folder.ts';
import {
  findLikelySource,
  hasTooManyUnknownIds,
  likelyUnknownIdReason,
  type UnknownIdCount,
  unknownIdsText,
} from './id-rules.ts';
import { PracticesToBeCreated, stagedPracticeText } from './planned-practices.ts';
import { countIdsBySource } from './queries.ts';

/** Expected result of importing the files of a folder, and the problems that prevent the import. */
export interface ImportPreview {
  lines: string[];
  problems: string[];
}

const samples = 3;
/** Maximum number of unknown ids that are looked up in other sources. */
const maxSearchedIds = 1_000;

/** Previews the files in the order of their import, without writing. */
export async function previewImports(
  surroundings: CommandDependencies,
  files: readonly ImportFolderFile[],
  readAs: FileReadingOptions,
  today: Day,
): Promise<ImportPreview> {
  const seen: ImportPreview = { lines: [], problems: [] };
  const coming = new PracticesToBeCreated();
  for (const file of files) {
    try {
      const one = await previewFile(surroundings, file, { readAs, today, coming });
      seen.lines.push(...one.lines);
      seen.problems.push(...one.problems);
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error;
      seen.problems.push(`${file.name}: ${error.message}`);
      // Without the practices, the preview would report the ids in all other files as unknown.
      if (file.kind === 'practices') return seen;
    }
  }
  return seen;
}

interface Context {
  readAs: FileReadingOptions;
  today: Day;
  coming: PracticesToBeCreated;
}

async function previewFile(
  surroundings: CommandDependencies,
  file: ImportFolderFile,
  { readAs, today, coming }: Context,
): Promise<ImportPreview> {
  const { kind, path, name, mapping, mappedValues } = file;
  const { database, env } = surroundings;
  const places = new PlaceLookupAsIfImported(
    coming,
    new CachedPlaceLookup(database.background, readAs.externalSource),
  );
  const first: string[] = [];
  const addPractices = (rows: readonly StagedReadRow[]) => {
    for (const { row, staged } of rows)
      for (const practice of row.problems.length === 0 ? staged : []) {
        coming.add(practice);
        if (first.length < samples) first.push(`    ${stagedPracticeText(practice)}`);
      }
  };
  const size = await fileSize(path);
  const values = mergeValueMaps(
    await findSavedValueMap(database.background, kind, readAs.externalSource),
    mappedValues,
  );
  const read = await withProgressBar(`Reading ${name}`, (update) =>
    readAndCheckRows(
      {
        kind,
        input: streamFileBytes(path),
        ...readAs,
        mapping,
        timeZone: env.BUSINESS_TIME_ZONE,
        connectedCrm: connectedCrmName(env),
        values,
        onProgress: (bytes) => update(bytes, size, ''),
      },
      {
        today,
        places,
        onRead: async (rows) => (kind === 'practices' ? addPractices(rows) : undefined),
      },
    ),
  );
  const report = read.report();
  const ids =
    kind === 'practices'
      ? await checkPractices(database.background, name, readAs, coming)
      : await checkIds(database.background, name, readAs, places.counts(), coming);
  // Unknown ids cause further warnings about a file, so only the problems with ids are shown.
  const problems =
    ids.problems.length > 0 || readAs.accept
      ? ids.problems
      : read.doubts().map(({ message }) => `${name}: ${message}`);
  return {
    lines: [
      '',
      `${name}, as ${kind}:`,
      `${numberText(report.rowsRead).padStart(12)}  rows`,
      ...rejectionLines(report),
      ...columnLines(report),
      ...(first.length > 0 ? ['First rows as they will be imported:', ...first] : []),
      ...(kind === 'practices' ? missingFacts(report) : []),
      ...ids.lines,
    ],
    problems,
  };
}

/**
 * Returns a problem when the practices already exist under another source. They would be imported
 * twice.
 */
async function checkPractices(
  queries: Queries,
  name: string,
  readAs: FileReadingOptions,
  coming: PracticesToBeCreated,
): Promise<ImportPreview> {
  const ids = [...coming.institutions.keys()];
  const other = findLikelySource(
    ids.length,
    readAs.externalSource,
    await countIdsBySource(queries, 'institution', ids),
  );
  if (other === undefined) return { lines: [], problems: [] };
  const line = `${name}: ${numberText(other.ids)} of ${countText(ids.length, 'institution id')} are in the database already, from the source ${other.source}.`;
  if (readAs.accept)
    return { lines: [`${line} They are imported as separate customers.`], problems: [] };
  const problem = `${line} If these are the same customers, add --source ${other.source}. If these are different customers that have the same ids, add --accept.`;
  return { lines: [], problems: [problem] };
}

async function checkIds(
  queries: Queries,
  name: string,
  readAs: FileReadingOptions,
  counts: readonly UnknownIdCount[],
  coming: PracticesToBeCreated,
): Promise<ImportPreview> {
  const checked: ImportPreview = { lines: [], problems: [] };
  for (const count of counts.filter(({ unknown }) => unknown.length > 0)) {
    const sources = await countIdsBySource(
      queries,
      count.of,
      count.unknown.slice(0, maxSearchedIds),
    );
    const practices = count.of === 'institution' ? coming.institutions : coming.locations;
    const others = sources.filter(({ source }) => source !== readAs.externalSource);
    const sentence = unknownIdsText(
      name,
      count,
      likelyUnknownIdReason(count.unknown, practices.keys(), others),
    );
    if (hasTooManyUnknownIds(count) && !readAs.accept)
      checked.problems.push(`${sentence} To leave their rows out, add --accept.`);
    else checked.lines.push(sentence);
  }
  return checked;
}

/**
 * Returns sentences on facts that practices lack for the map and for scores. The practices are
 * imported without these facts.
 */
function missingFacts({ columns }: ImportReport): string[] {
  const has = (...names: string[]) =>
    columns.some(({ usedAs }) => usedAs !== null && names.includes(usedAs));
  return [
    ...(has('createdOn', 'goLiveOn')
      ? []
      : [
          "No column has the customers' start dates, so the customers of a first import are treated as long-standing customers.",
        ]),
    ...(has('latitude') && has('longitude')
      ? []
      : [
          has('zip')
            ? 'No columns have latitude and longitude: the map shows each practice in the middle of its ZIP code.'
            : 'No columns have latitude and longitude, or a ZIP code: the practices are in lists but not on the map.',
        ]),
  ];
}
