import { Table } from '@mantine/core';
import type { getPredictionQuality, HitsOfTotal } from '#shared/churn/quality/quality.ts';
import { proportionText } from '#shared/churn/quality/share.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { churnTierNames, sizeTiers } from '#shared/core/tiers.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import {
  type EvaluationPeriod,
  FlagPrecisionWithLinks,
  lostOutcomes,
  OutcomesLink,
} from './part-links.tsx';

interface Row {
  name: string;
  flagged: HitsOfTotal;
  losses: HitsOfTotal | null;
  /** Filter for the row's customers; `null` when the list has no such filter. */
  filter: ListFilter | null;
}

const daysOfFirstYear = 365;

/** Returns the filter of a segment, which is a size tier, a tenure or an EHR. */
function filterOf(segment: string): ListFilter {
  if (sizeTiers.some((size) => size === segment))
    return { column: 'sizeTier', kind: 'one-of', values: [segment] };
  if (segment === 'First year')
    return { column: 'tenureDays', kind: 'range', from: null, to: daysOfFirstYear - 1 };
  if (segment === 'After the first year')
    return { column: 'tenureDays', kind: 'range', from: daysOfFirstYear, to: null };
  return { column: 'ehr', kind: 'one-of', values: [segment] };
}

function rowsOf({
  tiers,
  treated,
  segments,
  rule,
}: ResponseOf<typeof getPredictionQuality>): Row[] {
  const contacted = (value: boolean): ListFilter => ({ column: 'isContacted', kind: 'is', value });
  return [
    ...tiers.map(({ tier, flagged }): Row => {
      const values = churnTierNames.filter((name) => name === tier);
      return {
        name: tier,
        flagged,
        losses: null,
        filter: { column: 'tier', kind: 'one-of', values },
      };
    }),
    {
      name: 'Contacted after the flag',
      flagged: treated.contacted,
      losses: null,
      filter: contacted(true),
    },
    {
      name: 'Not contacted',
      flagged: treated.notContacted,
      losses: null,
      filter: contacted(false),
    },
    ...segments.map(
      ({ segment, ...parts }): Row => ({ name: segment, ...parts, filter: filterOf(segment) }),
    ),
    { name: 'Rule: score below 50', ...rule, filter: null },
  ];
}

/**
 * Quality of flags by tier, by contact after the flag and by customer segment. Figures link to
 * their customers.
 */
export function FlagQualityBreakdown({
  quality,
  weeks,
}: {
  quality: ResponseOf<typeof getPredictionQuality>;
  weeks: EvaluationPeriod;
}) {
  return (
    <div data-guide="quality-shares">
      <WideTable label="By tier, contact and segment" minWidth={480}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Customers</Table.Th>
            <Table.Th scope="col" ta="right">
              Flagged and left <MetricInfo metric="churnFlagged" />
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Losses flagged in time <MetricInfo metric="churnCaught" />
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rowsOf(quality).map((row) => (
            <Table.Tr key={row.name}>
              <Table.Th scope="row" fw={500}>
                {row.name}
              </Table.Th>
              <Table.Td ta="right">
                <Flagged row={row} weeks={weeks} />
              </Table.Td>
              <Table.Td ta="right">
                <Losses row={row} weeks={weeks} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
    </div>
  );
}

function Flagged({ row: { name, flagged, filter }, weeks }: { row: Row; weeks: EvaluationPeriod }) {
  return filter === null ? (
    proportionText(flagged)
  ) : (
    <FlagPrecisionWithLinks part={flagged} weeks={weeks} filters={[filter]} of={`flags: ${name}`} />
  );
}

function Losses({ row: { name, losses, filter }, weeks }: { row: Row; weeks: EvaluationPeriod }) {
  if (losses === null) return '–';
  if (filter === null || losses.of === 0) return proportionText(losses);
  return (
    <OutcomesLink weeks={weeks} outcomes={lostOutcomes} filters={[filter]} of={`losses: ${name}`}>
      {proportionText(losses)}
    </OutcomesLink>
  );
}
