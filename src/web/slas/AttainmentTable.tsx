import { Table, Text } from '@mantine/core';
import { numberText, shareRangeText, shareText } from '#shared/core/words.ts';
import type { SlaClocks } from '#shared/slas/clocks.ts';
import type { SlaPolicy } from '#shared/slas/policies.ts';
import { type SlaStatus, slaStatuses } from '#shared/slas/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import {
  attainmentStatuses,
  buildAttainmentClockFilters,
  type PolicyAttainmentRow,
  policyAttainmentRows,
} from './attainment-rows.ts';
import { policyText } from './policy-text.ts';

const shownStatuses = slaStatuses.toSorted(
  (one, other) =>
    Number(attainmentStatuses.includes(other)) - Number(attainmentStatuses.includes(one)),
);

interface Properties {
  policies: readonly SlaPolicy[];
  clocks: Pick<SlaClocks, 'rows' | 'from'>;
}

/** Table of the policies with the results of their clocks in the period. */
export function AttainmentTable({ policies, clocks: { rows, from } }: Properties) {
  return (
    <WideTable label="Attainment by policy" minWidth={760}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>
            Policy <MetricInfo metric="slaTarget" />
          </Table.Th>
          <Table.Th ta="right">
            Attainment <MetricInfo metric="slaAttainment" />
          </Table.Th>
          {shownStatuses.map((status, at) => (
            <Table.Th key={status} ta="right">
              {status} {at === 0 && <MetricInfo metric="slaStatus" />}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {policyAttainmentRows(policies, rows, from).map((line) => (
          <Table.Tr key={line.policyId}>
            <Table.Th scope="row">
              {line.name}
              <Text size="xs" c="dimmed">
                {line.policy === undefined ? 'No longer active' : policyText(line.policy)}
              </Text>
            </Table.Th>
            <Table.Td ta="right">
              <Share line={line} from={from} />
            </Table.Td>
            {shownStatuses.map((status) => (
              <Table.Td key={status} ta="right">
                <Count line={line} status={status} from={from} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function Count({
  line,
  status,
  from,
}: {
  line: PolicyAttainmentRow;
  status: SlaStatus;
  from: string;
}) {
  return (
    <RowsLink
      ofAllUsers
      filters={buildAttainmentClockFilters(line, [status], from)}
      of={`${status.toLowerCase()}, ${line.name}`}
    >
      {numberText(line.attainment?.counts[status] ?? 0)}
    </RowsLink>
  );
}

/** Share of clocks that were met. For too few clocks, counts are shown instead. */
function Share({ line, from }: { line: PolicyAttainmentRow; from: string }) {
  const { attainment } = line;
  if (attainment === undefined || attainment.of === 0) return <>–</>;
  const { share, interval, of, counts } = attainment;
  return (
    <>
      <RowsLink
        ofAllUsers
        filters={buildAttainmentClockFilters(line, attainmentStatuses, from)}
        of={`met, breached or overdue, ${line.name}`}
      >
        {share === null ? `${counts.Met} of ${of}` : `${shareText(share)} of ${numberText(of)}`}
      </RowsLink>
      {interval !== null && (
        <Text size="xs" c="dimmed" title="95% interval">
          {shareRangeText(interval)}
        </Text>
      )}
    </>
  );
}
