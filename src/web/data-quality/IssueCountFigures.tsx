import { SimpleGrid, Text } from '@mantine/core';
import { numberText } from '#shared/core/words.ts';
import {
  type DailyIssueCounts,
  type Issue,
  type IssueKind,
  issueKindLabels,
} from '#shared/data-quality/issues.ts';
import type { MetricKey } from '#shared/metrics/metric.ts';
import { LinkedKeyFigure } from '#web/ui/rows/LinkedKeyFigure.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import { IssueCountTrend } from './IssueCountTrend.tsx';

const shown: readonly {
  kind: IssueKind;
  metric: MetricKey;
  also?: { kind: IssueKind; words: string };
}[] = [
  {
    kind: 'unplotted',
    metric: 'unplottedLocation',
    also: { kind: 'approximate', words: 'placed by ZIP code' },
  },
  { kind: 'duplicate', metric: 'duplicateCustomer' },
  { kind: 'silent', metric: 'silentFeed' },
  {
    kind: 'unknownSystem',
    metric: 'unknownRecordsSystem',
    also: { kind: 'noSystem', words: 'customers without an EHR' },
  },
];

const only = (kind: IssueKind) =>
  [{ column: 'issue', kind: 'one-of', values: [issueKindLabels[kind]] }] as const;

interface Properties {
  rows: readonly Issue[];
  days: readonly DailyIssueCounts[];
  hasBeenChecked: boolean;
}

/** Number of issues of each kind. A click on a number shows its issues. */
export function IssueCountFigures({ rows, days, hasBeenChecked }: Properties) {
  const count = (kind: IssueKind) => rows.filter((row) => row.kind === kind).length;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" data-guide="quality-figures">
      {shown.map(({ kind, metric, also }) => (
        <LinkedKeyFigure
          key={kind}
          label={issueKindLabels[kind]}
          metric={metric}
          filters={only(kind)}
          value={kind === 'silent' && !hasBeenChecked ? '–' : numberText(count(kind))}
        >
          <IssueCountTrend kind={kind} days={days} label={issueKindLabels[kind]} />
          {also !== undefined && (
            <Text inherit mt={2}>
              <RowsLink filters={only(also.kind)} inherit of={also.words}>
                {numberText(count(also.kind))}
              </RowsLink>{' '}
              <span aria-hidden>{also.words}</span>
            </Text>
          )}
        </LinkedKeyFigure>
      ))}
    </SimpleGrid>
  );
}
