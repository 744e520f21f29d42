import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { defaultConfidence, wilsonInterval } from '#shared/core/statistics/intervals.ts';
import { countText, dayInWords, shareRangeText, shareText } from '#shared/core/words.ts';
import {
  getScoreBackTest,
  minimumWonProspects,
  type ScoreBackTest,
  scoreBands,
} from '#shared/prospects/score/back-test.ts';
import { endpointQuery } from '#web/core/api.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';

/** Comparison of the scores of won and lost prospects, or how many are missing for it. */
export function ScoreBackTestSection() {
  const { data, error, refetch } = useQuery(endpointQuery(getScoreBackTest));
  return (
    <Stack gap="xs">
      <Text fw={600}>
        Back-test <MetricInfo metric="prospectScoreBackTest" />
      </Text>
      {error !== null && data === undefined && (
        <ErrorState title="Couldn’t load the back-test" error={error} onRetry={() => refetch()} />
      )}
      {data !== undefined && <BackTestResult answer={data} />}
    </Stack>
  );
}

function BackTestResult({ answer }: { answer: ResponseOf<typeof getScoreBackTest> }) {
  const { won, lost, withoutScore, days, test } = answer;
  const unscored =
    withoutScore === 0
      ? ''
      : ` ${countText(withoutScore, 'won or lost prospect')} without a stored score ${withoutScore === 1 ? 'is' : 'are'} left out.`;
  if (test === null)
    return (
      <Text size="sm">
        {won} of {minimumWonProspects} won prospects needed. The score of a prospect is stored when
        it is won or lost.{unscored}
      </Text>
    );
  return (
    <>
      <Text size="sm">{concordanceText(test)}</Text>
      <Table aria-label="Won prospects by score" withRowBorders={false} w="auto">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Score</Table.Th>
            <Table.Th ta="right">Won</Table.Th>
            <Table.Th ta="right">Lost</Table.Th>
            <Table.Th ta="right">Share won</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {scoreBands.map(({ from, to }, at) => {
            const band = test.bands[at] ?? { won: 0, lost: 0 };
            return (
              <Table.Tr key={from}>
                <Table.Td>
                  {from}–{to}
                </Table.Td>
                <Table.Td ta="right">{band.won}</Table.Td>
                <Table.Td ta="right">{band.lost}</Table.Td>
                <Table.Td ta="right">{shareWonText(band)}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        {countText(won, 'won prospect')} and {lost} lost
        {days !== null && ` from ${dayInWords(days.from)} to ${dayInWords(days.to)}`}, with the
        score of the day on which they were won or lost. Open prospects and those in Nurture do not
        count.{unscored}
      </Text>
    </>
  );
}

function concordanceText({ concordance }: ScoreBackTest): string {
  if (concordance === null)
    return `Fewer than ${minimumGroupSize} prospects were lost, so there is too little to compare with.`;
  const { value, low, high } = concordance;
  const share = `A won prospect had a higher score than a lost one in ${shareText(value)} of pairs (95% interval ${shareRangeText(concordance)}).`;
  if (low > 0.5)
    return `${share} Chance alone gives 50%, so a higher score means a better chance to win.`;
  return high < 0.5
    ? `${share} Chance alone gives 50%, so prospects with a lower score were won more often. Check the points.`
    : `${share} Chance alone gives 50%, so the score does not separate them yet.`;
}

/** Returns the share of won prospects with its interval; a dash below five closed prospects. */
function shareWonText({ won, lost }: { won: number; lost: number }): string {
  const interval = wilsonInterval(won, won + lost, defaultConfidence);
  return interval === undefined || won + lost < minimumGroupSize
    ? '–'
    : `${shareText(won / (won + lost))} (${shareRangeText(interval)})`;
}
