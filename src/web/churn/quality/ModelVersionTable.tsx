import { Alert, Button, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { getPredictionQuality, ModelVersion } from '#shared/churn/quality/quality.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { countText, dayInWords, numberText } from '#shared/core/words.ts';
import { userQuery } from '#web/auth/data.ts';
import { useMomentDayFormatter } from '#web/core/days.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import { ChooseVersionDialog } from './ChooseVersionDialog.tsx';
import { candidateLabels, intervalText } from './ModelCandidateComparison.tsx';

type Quality = ResponseOf<typeof getPredictionQuality>;

interface Properties {
  quality: Pick<Quality, 'versions' | 'backtestedVersion'>;
  model: NonNullable<Quality['model']>;
}

/** Table of model versions with their quality. Admins can activate an earlier version. */
export function ModelVersionTable({ quality: { versions, backtestedVersion }, model }: Properties) {
  const { data: user } = useQuery(userQuery);
  const dayText = useMomentDayFormatter();
  const [choosing, setChoosing] = useState<{ version: ModelVersion; opener: Element | null }>();
  const isAdmin = user?.role === 'admin';
  const newest = versions[0]?.version;
  const chosen = versions.find(({ isCurrent }) => isCurrent)?.chosen;
  return (
    <>
      <Text size="sm" c="dimmed" mb={6}>
        Version {model.version} was trained on {numberText(model.rows)} rows of{' '}
        {countText(model.customers, 'customer')} with {countText(model.notices, 'notice')},{' '}
        {dayInWords(model.from)} to {dayInWords(model.until)}.
        {backtestedVersion !== null &&
          backtestedVersion !== model.version &&
          ` Past Sundays were back-tested with version ${backtestedVersion}.`}
      </Text>
      {chosen && (
        <Alert
          variant="light"
          color="yellow"
          mb="sm"
          title={`${chosen.by} chose version ${model.version} on ${dayText(chosen.at)}`}
        >
          Reason: {chosen.reason}. New versions are still trained every week but stay inactive until
          an admin chooses the newest.
        </Alert>
      )}
      <div data-guide="quality-versions">
        <WideTable label="Model versions" minWidth={isAdmin ? 760 : 660}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Version</Table.Th>
              <Table.Th scope="col">Trained for</Table.Th>
              <Table.Th scope="col">Model</Table.Th>
              <Table.Th scope="col" ta="right">
                Notices
              </Table.Th>
              <Table.Th scope="col" ta="right">
                AUC <MetricInfo metric="churnRanking" />
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Average precision <MetricInfo metric="churnAveragePrecision" />
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Brier score <MetricInfo metric="churnBrier" />
              </Table.Th>
              {isAdmin && <Table.Th scope="col">Use</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {versions.map((each) => (
              <Table.Tr key={each.version}>
                <Table.Th scope="row" fw={each.isCurrent ? 700 : 500}>
                  {each.version}
                  {each.isCurrent ? ' (active)' : ''}
                </Table.Th>
                <Table.Td>{dayInWords(each.trainedOn)}</Table.Td>
                <Table.Td>{candidateLabels[each.winner.name]}</Table.Td>
                <Table.Td ta="right">{numberText(each.notices)}</Table.Td>
                <Table.Td ta="right">{intervalText(each.winner.auc, 3)}</Table.Td>
                <Table.Td ta="right">{intervalText(each.winner.averagePrecision, 3)}</Table.Td>
                <Table.Td ta="right">{each.winner.brier?.toFixed(4) ?? '–'}</Table.Td>
                {isAdmin && (
                  <Table.Td>
                    {!each.isCurrent && (
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`Use version ${each.version}`}
                        onClick={(event) =>
                          setChoosing({ version: each, opener: event.currentTarget })
                        }
                      >
                        Use
                      </Button>
                    )}
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      </div>
      {choosing !== undefined && (
        <ChooseVersionDialog
          {...choosing}
          versionInUse={model.version}
          isNewest={choosing.version.version === newest}
          onClose={() => setChoosing(undefined)}
        />
      )}
    </>
  );
}
