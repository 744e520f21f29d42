import { Anchor, Button, List, Stack, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import { countText, numberText } from '#shared/core/words.ts';
import type { ProspectScoreSettings } from '#shared/prospects/sales-settings.ts';
import { scoreBands } from '#shared/prospects/score/back-test.ts';
import { postScorePreview } from '#shared/prospects/score/preview.ts';
import { call } from '#web/core/api.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';

interface Properties {
  settings: ProspectScoreSettings;
  /** `true` when these settings cannot be saved. */
  isDisabled: boolean;
}

/** Button that compares all scores with those under edited settings, and the comparison. */
export function ScorePreview({ settings, isDisabled }: Properties) {
  const preview = useMutation({
    mutationFn: (body: ProspectScoreSettings) => call(postScorePreview, { body }),
  });
  const isCurrent = preview.variables === settings;
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        size="xs"
        style={{ alignSelf: 'start' }}
        disabled={isDisabled}
        loading={preview.isPending}
        onClick={() => preview.mutate(settings)}
      >
        Preview scores
      </Button>
      {isCurrent && <SendError error={preview.error} />}
      {isCurrent && preview.data !== undefined && <PreviewedScores preview={preview.data} />}
    </Stack>
  );
}

function PreviewedScores({ preview }: { preview: ResponseOf<typeof postScorePreview> }) {
  const { raised, lowered, unchanged, bands, changes } = preview;
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">
        {countText(raised, 'prospect')} would score higher, {numberText(lowered)} lower, and{' '}
        {numberText(unchanged)} the same. Prospects that became customers are left out.
      </Text>
      <Table aria-label="Prospects by score" withRowBorders={false} w="auto">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Score</Table.Th>
            <Table.Th ta="right">Today</Table.Th>
            <Table.Th ta="right">With these points</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {scoreBands.map(({ from, to }, band) => (
            <Table.Tr key={from}>
              <Table.Td>
                {from}–{to}
              </Table.Td>
              <Table.Td ta="right">{numberText(bands[band]?.before ?? 0)}</Table.Td>
              <Table.Td ta="right">{numberText(bands[band]?.after ?? 0)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {changes.length > 0 && (
        <>
          <Text size="sm">Largest changes:</Text>
          <List size="sm">
            {changes.map((each) => (
              <List.Item key={each.prospectId}>
                <Anchor
                  component={Link}
                  to={paths.prospect(prospectKeyOf(each))}
                  inherit
                  underline="always"
                >
                  {each.name}
                </Anchor>{' '}
                {each.before} → {each.after}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  );
}
