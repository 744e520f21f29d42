import { type RawBuilder, sql } from 'kysely';

/**
 * Inputs of a score. A coalition is a set of inputs that have the values of the new week. The
 * inputs outside the coalition have the values of the previous week.
 */
const inputs = ['usage', 'peers', 'entitlements', 'locations'] as const;
type Input = (typeof inputs)[number];

const coalitions = Array.from({ length: 2 ** inputs.length }, (_, bits) => bits);
const has = (coalition: number, input: Input): boolean =>
  (coalition & (1 << inputs.indexOf(input))) !== 0;
const when = (coalition: number, input: Input): string => (has(coalition, input) ? '1' : '0');
const size = (coalition: number): number => inputs.filter((input) => has(coalition, input)).length;

const sumName = (c: number): string => `sum_${c}`;
const weightName = (c: number): string => `weight_${when(c, 'peers')}${when(c, 'entitlements')}`;
const pointsName = (c: number): string =>
  `s${when(c, 'usage')}${when(c, 'peers')}${when(c, 'locations')}`;
const unique = (names: string[]): string[] => [...new Set(names)];

/**
 * Returns SQL for the weighted sum of capped product scores, and for the sum of weights, under each
 * of the sixteen coalitions. Covers every institution with a score in both weeks. Reads the CTEs
 * judged, graded and product; `before` selects the product_week rows of the previous week. A
 * product that was neither entitled nor used in one of the weeks has no row for that week. Its
 * usage is then 0, and the benchmark of the other week applies.
 */
export function coalitionSumsSql(before: RawBuilder<unknown>): RawBuilder<unknown> {
  const points = unique(coalitions.map(pointsName)).map((name) => {
    const [usage, peers, locations] = [...name.slice(1)];
    return sql.raw(
      `case when b${peers} > 0 then least(100, 100 * u${usage} / (b${peers} * l${locations})) end as ${name}`,
    );
  });
  const sums = coalitions.map((c) =>
    sql.raw(`sum(e${when(c, 'entitlements')} * ${pointsName(c)}) as ${sumName(c)}`),
  );
  const weights = unique(coalitions.map(weightName)).map((name) =>
    sql.raw(`sum(e${name.slice(-1)}) filter (where b${name.slice(-2, -1)} > 0) as ${name}`),
  );
  return sql`
  select institution_id, ${sql.join([...sums, ...weights])}
  from (select institution_id, e0, e1, b0, b1, ${sql.join(points)} from (
    select g.institution_id, coalesce(o.usage, 0) as u0, coalesce(n.usage, 0) as u1,
      case when o.product is null then n.benchmark else o.benchmark end as b0, case when n.product is null then o.benchmark else n.benchmark end as b1,
      case when o.entitled then p.weight_before else 0 end as e0, case when n.entitled then p.weight else 0 end as e1,
      case when p.is_per_location then g.measured_before else 1 end as l0, case when p.is_per_location then g.measured else 1 end as l1
    from judged n
    full join (${before}) o
      on o.institution_id = n.institution_id and o.product = n.product
    join graded g on g.institution_id = coalesce(n.institution_id, o.institution_id)
    join product p on p.product = coalesce(n.product, o.product)
    where g.score_change is not null and (p.weight > 0 or p.weight_before > 0)
  ) inputs) points
  group by institution_id`;
}

/**
 * Returns the Shapley weight of a coalition of `before` inputs, in 24ths. The weight is the number
 * of orders of the four inputs that begin with the coalition, followed by the input to be valued.
 */
const orderShare = (before: number): number => [6, 2, 2, 6][before] ?? 0;

/**
 * Returns SQL for the Shapley value of each input. A coalition without a measurable product has the
 * previous score.
 */
export function shapleyValuesSql(): RawBuilder<unknown> {
  const scores = coalitions.map((c) =>
    sql.raw(`coalesce(${sumName(c)} / nullif(${weightName(c)}, 0), g.previous_score) as f${c}`),
  );
  const part = (input: Input) => {
    const bit = 1 << inputs.indexOf(input);
    const terms = coalitions
      .filter((c) => !has(c, input))
      .map((c) => `${orderShare(size(c))} * (f${c | bit} - f${c})`);
    return sql.raw(`(${terms.join(' + ')}) / 24 as by_${input}`);
  };
  return sql`
  select institution_id, ${sql.join(inputs.map(part))}
  from (select g.institution_id, ${sql.join(scores)} from moved m join graded g on g.institution_id = m.institution_id) f`;
}
