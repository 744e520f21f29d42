import { Alert, Anchor, Container, Group, Skeleton, Stack, Text } from '@mantine/core';
import { lazy } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type PredictionTab, predictionTabs } from '#shared/churn/predictions/list.ts';
import { isOnPredictionTab } from '#shared/churn/predictions/rows.ts';
import { tiersHiddenTexts } from '#shared/churn/quality/words.ts';
import { ageText } from '#shared/core/dates.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { dayInWords } from '#shared/core/words.ts';
import { isSearchOrFilterParameter } from '#shared/list/address.ts';
import { CurrentFreshnessStrip } from '#web/scoring/CurrentFreshnessStrip.tsx';
import { LazyPart } from '#web/ui/page/LazyPart.tsx';
import { NameWithCount, TabLinks } from '#web/ui/page/PagePartLinks.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { ChurnLinks } from '../ChurnLinks.tsx';
import { PredictionsLate } from '../PredictionsLate.tsx';
import { ChurnTierSummaryCards } from './ChurnTierSummaryCards.tsx';
import { type LoadedPredictions, usePredictions } from './data.ts';
import { FlagReliabilityNote } from './FlagReliabilityNote.tsx';
import { WarningPatternCounts } from './WarningPatternCounts.tsx';

const PredictionList = lazy(async () => ({
  default: (await import('./PredictionList.tsx')).PredictionList,
}));
const FlagList = lazy(async () => ({
  default: (await import('./ChurnFlagList.tsx')).ChurnFlagList,
}));

const tabNames: Record<PredictionTab, string> = {
  open: 'Open',
  accepted: 'Accepted',
  snoozed: 'Snoozed',
  rejected: 'Rejected',
};

/** Page of customers predicted to leave, with evidence and reliability. */
export function ChurnDashboardPage() {
  const [parameters] = useSearchParams();
  const predictions = usePredictions();
  const tab = predictionTabs.find((each) => each === parameters.get('tab')) ?? 'open';
  const isPast = parameters.get('tab') === 'flags';
  const { answer, rows } = predictions;
  // While tiers are hidden, the tabs show no counts.
  const shown = answer?.hidden == null ? rows : undefined;

  function searchOf(next: PredictionTab): string {
    // The list of earlier flags has other columns, so its tab drops the filters and order of the
    // other tabs.
    const kept = isPast ? [] : [...parameters].filter(([name]) => isSearchOrFilterParameter(name));
    return new URLSearchParams(next === 'open' ? kept : [['tab', next], ...kept]).toString();
  }

  const links = [
    ...predictionTabs.map((each) => ({
      key: each,
      name: (
        <NameWithCount
          name={tabNames[each]}
          count={shown?.filter((row) => isOnPredictionTab(row, each)).length}
        />
      ),
      search: searchOf(each),
    })),
    { key: 'flags', name: 'Earlier flags', search: 'tab=flags' },
  ];

  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="md">
        <div>
          <PageTitle>Churn predictions</PageTitle>
          <Made answer={answer} />
          <CurrentFreshnessStrip />
          {answer !== undefined && <PredictionsLate madeAt={answer.madeAt} />}
          <ChurnLinks currentPath={paths.churnDashboard} />
        </div>
        <FlagReliabilityNote answer={answer} hasFailed={predictions.source.error !== null} />
        <TabLinks
          label="Churn predictions"
          links={links}
          chosen={isPast ? 'flags' : tab}
          guide="churn-tabs"
        />
        {isPast ? (
          <LazyPart label="Loading" height={420}>
            <FlagList />
          </LazyPart>
        ) : answer?.hidden != null ? (
          <Alert variant="light" color="yellow" title={tiersHiddenTexts[answer.hidden].title}>
            <Text size="sm">{tiersHiddenTexts[answer.hidden].text}</Text>
            <Anchor
              component={Link}
              to={paths.churnMonitoring}
              size="sm"
              c="inherit"
              underline="always"
            >
              Open churn monitoring
            </Anchor>
          </Alert>
        ) : (
          <>
            <ChurnTierSummaryCards
              rows={rows?.filter((row) => isOnPredictionTab(row, tab))}
              gone={answer?.gone}
            />
            {rows !== undefined && (
              <WarningPatternCounts rows={rows.filter((row) => isOnPredictionTab(row, tab))} />
            )}
            <LazyPart label="Loading the list" height={420}>
              <PredictionList key={tab} tab={tab} predictions={predictions} />
            </LazyPart>
          </>
        )}
      </Stack>
    </Container>
  );
}

function Made({ answer }: Pick<LoadedPredictions, 'answer'>) {
  if (answer === undefined) return <Skeleton h={20} w={260} />;
  if (answer.madeAt === null || answer.day === null) return null;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        For {dayInWords(answer.day)}, made {ageText(Date.now() - Date.parse(answer.madeAt))}
      </Text>
      <Anchor component={Link} to={paths.churnMonitoring} size="sm">
        How predictions are made
      </Anchor>
    </Group>
  );
}
