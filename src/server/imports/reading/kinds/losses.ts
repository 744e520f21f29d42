import type { Day } from '#shared/core/dates.ts';
import { dayInWords } from '#shared/core/words.ts';
import { createWordReader, readExternalId } from '../cells/cells.ts';
import type { FileColumnName } from '../header/columns.ts';
import { findInstitutionsOfRows, readInstitutionId } from '../places/institution-ids.ts';
import type { GoLiveAndNotice } from '../places/known-places-queries.ts';
import type { FileReadingContext, StagedReadRow } from '../read-row.ts';
import type { RowReader } from '../row-reader.ts';
import type { StagedValue } from '../staging-tables.ts';

type Row = RowReader<FileColumnName<'churn'>>;

export const lossStagingColumns = [
  'import_id',
  'line',
  'institution_id',
  'external_id',
  'noticed_on',
  'effective_on',
  'reason',
  'reason_detail',
  'avoidable',
  'competitor',
  'monthly_cents',
  'locations_lost',
  'win_back_on',
] as const;

/** Converts the rows of a file of churn notices to staged rows. */
export async function convertLossRows(
  rows: readonly Row[],
  reading: FileReadingContext,
): Promise<StagedReadRow[]> {
  const read = rows.map((row) => {
    const id = readInstitutionId(row);
    const lossId = row.read('lossId', readExternalId);
    const noticedOn = noticeDay(row, reading.today);
    return { row, id, lossId, noticedOn, story: story(row, noticedOn) };
  });
  const institutionOf = await findInstitutionsOfRows(read, reading.places);
  const notices = await reading.places.notices([
    ...new Set([...institutionOf.values()].map(({ institutionId }) => institutionId)),
  ]);
  const stored = await reading.places.recordIds('churn_event');
  return read.map(({ row, lossId: id, noticedOn, story }) => {
    const institution = institutionOf.get(row)?.institutionId;
    const known = institution === undefined ? undefined : notices.get(institution);
    if (institution === undefined || known === undefined || noticedOn === null)
      return { row, staged: [] };
    const lossId = id === null ? null : storedLossId(stored.spellings(institution, id), known);
    check(row, { lossId, noticedOn }, known);
    if (row.problems.length > 0) return { row, staged: [] };
    // The next rows of the file are checked against this notice.
    known.holding = { noticedOn, externalId: lossId };
    return { row, staged: [[institution, lossId, noticedOn, ...story]] };
  });
}

/**
 * Returns the stored id of the active notice if it is one of the spellings; otherwise the first
 * spelling.
 */
const storedLossId = (spellings: [string, ...string[]], { holding }: GoLiveAndNotice): string =>
  spellings.find((spelling) => spelling === holding?.externalId) ?? spellings[0];

function noticeDay(row: Row, today: Day): Day | null {
  const on = row.day('noticedOn');
  if (on === null && row.problems.length === 0) row.note('problems', 'noticedOn', 'is empty');
  if (on !== null && on > today)
    row.note('problems', 'noticedOn', 'is in the future: import a notice after it was given');
  return on;
}

/**
 * Rejects a row that would become a second notice of an institution. A row with the day or the loss
 * id of the active notice changes the active notice instead.
 */
function check(
  row: Row,
  { lossId, noticedOn }: { lossId: string | null; noticedOn: Day },
  { liveOn, holding }: GoLiveAndNotice,
): void {
  if (liveOn !== null && noticedOn < liveOn)
    row.note('problems', 'noticedOn', `is before the go-live on ${dayInWords(liveOn)}`);
  if (holding === null || holding.noticedOn === noticedOn) return;
  if (lossId === null || lossId !== holding.externalId)
    row.note(
      'problems',
      'noticedOn',
      `is a second notice: the notice of ${dayInWords(holding.noticedOn)} is still active; withdraw it first`,
    );
}

const avoidable = createWordReader(
  [
    ...['yes', 'y', 'true', '1'].map((word) => [word, 'yes'] as const),
    ...['partly', 'partially', 'maybe'].map((word) => [word, 'partly'] as const),
    ...['no', 'n', 'false', '0'].map((word) => [word, 'no'] as const),
  ],
  'is neither yes, partly nor no',
);

function story(row: Row, noticedOn: Day | null): StagedValue[] {
  const effectiveOn = row.day('effectiveOn');
  if (effectiveOn !== null && noticedOn !== null && effectiveOn < noticedOn)
    row.note('problems', 'effectiveOn', 'is before the notice');
  const monthly = row.amount('monthlyAmount');
  return [
    effectiveOn,
    row.text('reason'),
    row.text('reasonDetail'),
    row.readOrLeaveOut('avoidable', avoidable),
    row.text('competitor'),
    monthly === null ? null : Math.round(monthly * 100),
    locationsLost(row),
    row.day('winBackOn'),
  ];
}

function locationsLost(row: Row): number | null {
  const lost = row.amount('locationsLost');
  if (lost !== null && (!Number.isInteger(lost) || lost > 10_000))
    row.note('problems', 'locationsLost', 'is not a whole number up to 10,000');
  return lost;
}
