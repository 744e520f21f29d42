import { Alert, Box, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hiddenWords } from '#shared/churn/quality/words.ts';
import { counted, dayInWords } from '#shared/core/words.ts';
import type { MetricKey } from '#shared/metrics/names.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { Waiting, WaitingPart } from '#web/ui/page/Waiting.tsx';
import { CandidatePatterns } from './CandidatePatterns.tsx';
import { Candidates } from './Candidates.tsx';
import { Capacity } from './Capacity.tsx';
import { Confusion } from './Confusion.tsx';
import { qualityQuery } from './data.ts';
import { LeadTimes } from './LeadTimes.tsx';
import { NamedCases } from './NamedCases.tsx';
import { PastChoice, usePast } from './PastChoice.tsx';
import { Patterns } from './Patterns.tsx';
import { QualityCards } from './QualityCards.tsx';
import { ReliabilityDiagram } from './ReliabilityDiagram.tsx';
import { Shares } from './Shares.tsx';
import { Versions } from './Versions.tsx';

function Part({ title, metric, children }: { title: string; metric: MetricKey; children: ReactNode }) {
  return (
    <div>
      <Title order={2} size="h4" mb={6}>
        {title} <MetricInfo metric={metric} />
      </Title>
      {children}
    </div>
  );
}

/** How good the predictions were, with the misses by name and the plain rule beside them. */
export function QualityTab() {
  const past = usePast();
  const quality = useQuery({ ...qualityQuery(past), staleTime: 0, placeholderData: keepPreviousData });
  if (quality.isPending)
    return (
      <Waiting label="Loading the model’s quality">
        <WaitingPart height={180} />
        <WaitingPart height={320} />
      </Waiting>
    );
  if (quality.data === undefined)
    return <ErrorState title="The model’s quality could not be loaded" error={quality.error} onRetry={() => void quality.refetch()} />;
  const { data } = quality;
  const weeks = { past, from: data.maturedFrom, until: data.maturedUntil };
  if (data.model === null)
    return <Text c="dimmed">There is no model yet. The first is trained with the first predictions, once losses are known.</Text>;
  return (
    <Stack gap="xl" aria-busy={quality.isPlaceholderData}>
      <div>
        {data.hidden !== null && (
          <Alert variant="light" color="yellow" title={hiddenWords[data.hidden].title} mb="sm">
            {hiddenWords[data.hidden].text}
          </Alert>
        )}
        <Text size="sm" c="dimmed">
          {data.maturedUntil === null
            ? 'No prediction has an outcome yet.'
            : `Outcomes are known for flags up to ${dayInWords(data.maturedUntil)}, over ${counted(data.weeks, 'Sunday')}. Sundays before the first model are back-tested: predicted by a model that learned only from earlier days.`}
        </Text>
        <Box mt="xs">
          <PastChoice />
        </Box>
      </div>
      <QualityCards quality={data} model={data.model} weeks={weeks} />
      <Part title="Flagged or not, left or stayed" metric="churnOutcomes">
        <Confusion quality={data} weeks={weeks} />
      </Part>
      <Part title="Against the plain rule" metric="churnRanking">
        <Candidates model={data.model} />
      </Part>
      <Part title="Precision by capacity" metric="churnCapacity">
        <Capacity capacity={data.capacity} losses={data.losses.of} />
      </Part>
      <Part title="Chances and what happened" metric="churnCalibration">
        <ReliabilityDiagram bins={data.model.reliability} />
      </Part>
      <Part title="Lead time" metric="churnLeadTime">
        <LeadTimes days={data.leadDays} />
      </Part>
      <Part title="By tier, treatment and segment" metric="churnFlagged">
        <Shares quality={data} weeks={weeks} />
      </Part>
      <Part title="Losses that were not flagged in time" metric="churnCaught">
        <NamedCases cases={data.misses} label="Losses that were not flagged in time" when="Notice" none="Every loss was flagged in time." />
      </Part>
      <Part title="Flagged, and stayed" metric="churnFlagged">
        <NamedCases cases={data.falseAlarms} label="Flagged customers that stayed" when="Flagged" none="Every flagged customer left." />
      </Part>
      <Part title="Patterns" metric="churnPatterns">
        <Patterns records={data.model.patterns} mutes={data.mutes} baseRate={data.model.baseRate} />
      </Part>
      <Part title="Candidate patterns" metric="backTest">
        <CandidatePatterns />
      </Part>
      <Part title="Versions" metric="churnRanking">
        <Versions quality={data} model={data.model} />
      </Part>
    </Stack>
  );
}
