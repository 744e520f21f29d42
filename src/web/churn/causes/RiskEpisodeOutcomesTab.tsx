import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRiskEpisodes, type RiskEpisode } from '#shared/churn/causes/episodes.ts';
import {
  computeQuarterlyRiskEpisodeFigures,
  computeRiskEpisodeFigures,
  type RiskEpisodeFigures,
} from '#shared/churn/causes/rules.ts';
import { totalWithShareText } from '#shared/churn/quality/share.ts';
import { numberText } from '#shared/core/words.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { endpointQuery } from '#web/core/api.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { MetricSectionCard } from '#web/metrics/MetricSectionCard.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import { RiskEpisodeList } from './RiskEpisodeList.tsx';

const episodesQuery = endpointQuery(getRiskEpisodes);

/** Saves tab: risk episodes by outcome. */
export function RiskEpisodeOutcomesTab() {
  const episodes = useQuery(episodesQuery);
  const rows = episodes.data?.rows;
  if (rows === undefined)
    return episodes.error === null ? (
      <LoadingSkeleton label="Loading risk episodes">
        <SkeletonBlock height={300} />
        <SkeletonBlock height={300} />
      </LoadingSkeleton>
    ) : (
      <ErrorState
        title="Couldn’t load risk episodes"
        error={episodes.error}
        onRetry={() => void episodes.refetch()}
      />
    );
  if (rows.length === 0)
    return <Text c="dimmed">No customers have been at risk in an official week yet.</Text>;
  return (
    <>
      <Summary episodes={rows} />
      <RiskEpisodeList episodes={episodes} />
    </>
  );
}

function Summary({ episodes }: { episodes: readonly RiskEpisode[] }) {
  const groups = [
    ...computeQuarterlyRiskEpisodeFigures(episodes).map(({ quarter, figures }) => ({
      name: quarter,
      figures,
      filters: [{ column: 'quarter', kind: 'one-of', values: [quarter] }] as const,
    })),
    ...[true, false].map((isTreated) => ({
      name: isTreated ? 'Contacted' : 'Not contacted',
      figures: computeRiskEpisodeFigures(
        episodes.filter((episode) => episode.isTreated === isTreated),
      ),
      filters: [{ column: 'isTreated', kind: 'is', value: isTreated }] as const,
    })),
    { name: 'All', figures: computeRiskEpisodeFigures(episodes), filters: [] as const },
  ];
  return (
    <div data-guide="saves-episodes">
      <MetricSectionCard title="Risk episodes" metric="riskEpisode">
        <WideTable label="Risk episodes by quarter" minWidth={720}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Began</Table.Th>
              {['Episodes', 'Open', 'Too early to tell', 'Lost'].map((name) => (
                <Table.Th key={name} scope="col" ta="right">
                  {name}
                </Table.Th>
              ))}
              <Table.Th scope="col" ta="right">
                Saved <MetricInfo metric="episodesSaved" />
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Median days from at-risk to notice
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {groups.map(({ name, figures, filters }) => (
              <Figures key={name} name={name} figures={figures} filters={filters} />
            ))}
          </Table.Tbody>
        </WideTable>
        <Text size="xs" c="dimmed" mt="xs">
          “Contacted” means that a user recorded a note, task or decision during the episode. If
          contacted customers are saved more often, this does not prove that the contact saved them,
          because users choose which customers to contact.
        </Text>
      </MetricSectionCard>
    </div>
  );
}

function Figures({
  name,
  figures,
  filters,
}: {
  name: string;
  figures: RiskEpisodeFigures;
  filters: readonly ListFilter[];
}) {
  const { saved } = figures;
  const cell = (count: number, outcome?: RiskEpisode['outcome'], after = '') => (
    <Table.Td ta="right">
      <RowsLink
        filters={[
          ...filters,
          ...(outcome === undefined
            ? []
            : [{ column: 'outcome', kind: 'one-of', values: [outcome] } as const]),
        ]}
        of={`${outcome ?? 'episodes'}: ${name}`}
        inherit
        c="inherit"
        td="underline"
      >
        {numberText(count)}
      </RowsLink>
      {after}
    </Table.Td>
  );
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={name === 'All' ? 650 : 400}>
        {name}
      </Table.Th>
      {cell(figures.episodes)}
      {cell(figures.open, 'Open')}
      {cell(figures.early, 'Too early to tell')}
      {cell(saved.of - saved.hits, 'Lost')}
      {cell(saved.hits, 'Saved', figures.isTooEarly ? '' : ` ${totalWithShareText(saved)}`)}
      <Table.Td ta="right">{figures.daysToNotice ?? '–'}</Table.Td>
    </Table.Tr>
  );
}
