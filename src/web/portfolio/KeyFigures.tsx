import { Anchor, Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#shared/core/paths.ts';
import { applyList } from '#shared/list/apply.ts';
import { emptyListState } from '#shared/list/state.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { averageScore, portfolioFigures } from '#shared/portfolio/rules.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { Change } from '#web/ui/Change.tsx';
import { RowsLink } from '#web/ui/RowsLink.tsx';

/** Each figure is the number of the rows that it opens. */
export function KeyFigures({ rows, scope }: { rows: readonly ListedInstitution[]; scope: string }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm" data-guide="portfolio-figures">
      {portfolioFigures.map(({ key, label, metric, filters }) => (
        <Paper key={key} p="sm" bg="var(--surface)" data-guide={`portfolio-${key}`}>
          <Group gap={2} wrap="nowrap" mih={28}>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <MetricInfo metric={metric} />
          </Group>
          <RowsLink filters={filters} fz={28} fw={650} c="inherit" of={label}>
            {applyList(rows, institutionColumns, { ...emptyListState, filters }).length.toLocaleString('en-US')}
          </RowsLink>
          {key === 'atRisk' && (
            <Anchor
              component={Link}
              to={{ pathname: paths.atRisk, search: `scope=${scope === 'mine' ? 'mine' : 'all'}` }}
              size="xs"
              display="block"
            >
              {scope === 'mine' || scope === 'all' ? 'Open the queue' : 'Open everybody’s queue'}
            </Anchor>
          )}
        </Paper>
      ))}
      <AverageScore rows={rows} />
    </SimpleGrid>
  );
}

function AverageScore({ rows }: { rows: readonly ListedInstitution[] }) {
  const average = averageScore(rows.map((row) => row.adoptionScore));
  const inBoth = rows.filter((row) => row.adoptionScore !== null && row.previousScore !== null);
  const now = averageScore(inBoth.map((row) => row.adoptionScore));
  const before = averageScore(inBoth.map((row) => row.previousScore));
  return (
    <Paper p="sm" bg="var(--surface)">
      <Group gap={2} wrap="nowrap" mih={28}>
        <Text size="sm" c="dimmed">
          Average score
        </Text>
        <MetricInfo metric="averageScore" />
      </Group>
      <RowsLink filters={[{ column: 'adoptionScore', kind: 'filled' }]} fz={28} fw={650} c="inherit" of="Average score">
        {average === null ? '–' : `${average.toFixed(1)}%`}
      </RowsLink>
      {now !== null && before !== null && (
        <Text size="xs" c="dimmed">
          <Change value={now - before} unit=" points" digits={1} /> same customers, a week before
        </Text>
      )}
    </Paper>
  );
}
