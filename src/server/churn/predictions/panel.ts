import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day, daysBetween } from '#shared/core/dates.ts';
import {
  countInstitutionsWithFeatures,
  findNoticeDateByInstitution,
  findPanelSundays,
  readDayFeatureBatches,
} from '../features/panel-queries.ts';
import type { TrainingPanelPart } from './learner/panel.ts';

/**
 * Maximum number of training rows. When there are more, Sundays are left out at regular intervals.
 */
const mostRows = 250_000;

/** Returns the training Sundays up to a day, oldest first. */
export async function trainingSundays(queries: Queries, until: Day): Promise<Day[]> {
  const all = await findPanelSundays(queries, addDays(until, 1));
  const last = all.at(-1);
  const rows = last === undefined ? 0 : await countInstitutionsWithFeatures(queries, last);
  const stride = Math.max(1, Math.ceil((all.length * rows) / mostRows));
  return all.filter((_, at) => (all.length - 1 - at) % stride === 0);
}

/** Reads, in batches, the features on the given Sundays and the notices given before `until`. */
export async function* readTrainingPanelBatches(
  queries: Queries,
  days: readonly Day[],
  until: Day,
): AsyncGenerator<TrainingPanelPart> {
  const notices = await findNoticeDateByInstitution(queries);
  for (const [sunday, day] of days.entries())
    for await (const rows of readDayFeatureBatches(queries, day))
      yield {
        sunday,
        institutions: Float64Array.from(rows, (row) => row.institution_id),
        known: Float64Array.from(
          rows.flatMap(({ known }) => known.map((value) => value ?? Number.NaN)),
        ),
        noticeInDays: Float64Array.from(rows, ({ institution_id: id }) => {
          const noticed = notices.get(id);
          return noticed === undefined || noticed < day || noticed >= until
            ? Number.NaN
            : daysBetween(day, noticed);
        }),
      };
}
