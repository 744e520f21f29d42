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
  values: Float64Array<ArrayBuffer>;
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
  const parts: Part[] = [];
  const days: Day[] = [];
  const stride = Math.max(1, Math.ceil((all.length * (await rowsOf(queries, all.at(-1)))) / mostRows));
  for (const [at, day] of all.entries()) {
    if ((all.length - 1 - at) % stride !== 0) continue;
    days.push(day);
    for await (const rows of readFeatures(queries, day)) {
      const noticeInDays = rows.map(({ institution_id: id }) => {
        const noticed = notices.get(id);
        return noticed === undefined || noticed < day || noticed >= until ? null : daysBetween(day, noticed);
      });
      parts.push({
        week: Int32Array.from(rows, () => days.length - 1),
        institution: Float64Array.from(rows, (row) => row.institution_id),
        values: Float64Array.from(rows.flatMap(({ known }) => modelValues(known))),
        noticeInDays: Float64Array.from(noticeInDays, (inDays) => inDays ?? Number.NaN),
      });
      for (const [place, { institution_id: institutionId, known }] of rows.entries())
        see({ institutionId, day, known, noticeInDays: noticeInDays[place] ?? null });
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

type Part = Pick<Panel, 'week' | 'institution' | 'values' | 'noticeInDays'>;

function wholePanel(days: Day[], parts: readonly Part[]): Panel {
  const rows = parts.reduce((sum, { week }) => sum + week.length, 0);
  const whole = {
    days,
    rows,
    week: new Int32Array(rows),
    institution: new Float64Array(rows),
    values: new Float64Array(rows * modelFeatures.length),
    noticeInDays: new Float64Array(rows),
  };
  let filled = 0;
  for (const part of parts) {
    whole.week.set(part.week, filled);
    whole.institution.set(part.institution, filled);
    whole.noticeInDays.set(part.noticeInDays, filled);
    whole.values.set(part.values, filled * modelFeatures.length);
    filled += part.week.length;
  }
  return whole;
}
