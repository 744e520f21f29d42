import type { Queries } from '#server/core/db/database.ts';
import { churnFeatures, modelFeatures } from '#shared/churn/patterns/features.ts';
import { addDays, type Day, daysBetween } from '#shared/core/dates.ts';
import { trialHorizonDays } from '#shared/metrics/constants.ts';
import { noticeDays, panelDays, readFeatures } from '../pipeline/panel-queries.ts';

/** Days after which the outcome of a prediction is known. */
export const horizonDays = trialHorizonDays;
/** Beyond this many rows, only every so many-th Sunday is learned from. */
const mostRows = 250_000;

/** A customer on a past Sunday, with what became of it. */
export interface PanelRow {
  institutionId: number;
  day: Day;
  known: (number | null)[];
  /** Days from that day to the notice; null when there was none within what is known today. */
  noticeInDays: number | null;
}

/** What the model learns from: customers on past Sundays, by day. */
export interface Panel {
  /** The Sundays, oldest first; a row's `week` is its place here. */
  days: Day[];
  rows: number;
  week: Int32Array;
  institution: Float64Array;
  /** Row by row the features of the model; NaN is not known. */
  values: Float64Array;
  /** NaN without a notice. */
  noticeInDays: Float64Array;
}

const columns = modelFeatures.map((feature) => ({
  at: churnFeatures.findIndex(({ key }) => key === feature.key),
  most: 'most' in feature ? feature.most : Number.POSITIVE_INFINITY,
  absent: 'absent' in feature ? feature.absent : Number.NaN,
}));

/** Features of the model in their order, as numbers. */
export const modelValues = (known: readonly (number | null)[]): number[] =>
  columns.map(({ at, most, absent }) => Math.min(most, known[at] ?? absent));

/** Reads the panel up to and with a day, and shows each of its rows to `see`. */
export async function readPanel(queries: Queries, until: Day, see: (row: PanelRow) => void): Promise<Panel> {
  const notices = await noticeDays(queries);
  const all = await panelDays(queries, addDays(until, 1));
  const parts: { week: number[]; institution: number[]; values: Float64Array[]; notice: number[] } = {
    week: [],
    institution: [],
    values: [],
    notice: [],
  };
  const days: Day[] = [];
  const stride = Math.max(1, Math.ceil((all.length * (await rowsOf(queries, all.at(-1)))) / mostRows));
  for (const [at, day] of all.entries()) {
    if ((all.length - 1 - at) % stride !== 0) continue;
    days.push(day);
    for await (const rows of readFeatures(queries, day))
      for (const { institution_id: institutionId, known } of rows) {
        const noticed = notices.get(institutionId);
        const noticeInDays = noticed === undefined || noticed < day || noticed >= until ? null : daysBetween(day, noticed);
        parts.week.push(days.length - 1);
        parts.institution.push(institutionId);
        parts.values.push(Float64Array.from(modelValues(known)));
        parts.notice.push(noticeInDays ?? Number.NaN);
        see({ institutionId, day, known, noticeInDays });
      }
  }
  return wholePanel(days, parts);
}

async function rowsOf(queries: Queries, day: Day | undefined): Promise<number> {
  if (day === undefined) return 0;
  const { count } = await queries
    .selectFrom('churn_feature')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return count;
}

function wholePanel(days: Day[], parts: { week: number[]; institution: number[]; values: Float64Array[]; notice: number[] }): Panel {
  const values = new Float64Array(parts.values.length * modelFeatures.length);
  for (const [at, row] of parts.values.entries()) values.set(row, at * modelFeatures.length);
  return {
    days,
    rows: parts.week.length,
    week: Int32Array.from(parts.week),
    institution: Float64Array.from(parts.institution),
    values,
    noticeInDays: Float64Array.from(parts.notice),
  };
}
