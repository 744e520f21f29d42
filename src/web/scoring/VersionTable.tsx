import { Stack, Table, Title } from '@mantine/core';
import { dayInWords } from '#shared/core/words.ts';
import type { RulesVersion } from '#shared/scoring/rules.ts';
import { useMomentDayFormatter } from '#web/core/days.ts';

/** Table of rules versions, newest first, with the weeks scored by each. */
export function VersionTable({ versions }: { versions: readonly RulesVersion[] }) {
  const dayText = useMomentDayFormatter();
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        Versions
      </Title>
      <Table.ScrollContainer minWidth={520} tabIndex={0} role="region" aria-label="Versions">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Version</Table.Th>
              <Table.Th scope="col">What changed</Table.Th>
              <Table.Th scope="col">Saved</Table.Th>
              <Table.Th scope="col">Official weeks</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {versions.map((each) => (
              <Table.Tr key={each.version}>
                <Table.Th scope="row">{each.version}</Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{each.note}</Table.Td>
                <Table.Td>
                  {dayText(each.createdAt)}
                  {each.createdBy !== null && ` · ${each.createdBy.name}`}
                </Table.Td>
                <Table.Td>{weeksText(each)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

function weeksText({ weeks, firstWeek, lastWeek }: RulesVersion): string {
  if (firstWeek === null || lastWeek === null) return 'none yet';
  return firstWeek === lastWeek
    ? `the week of ${dayInWords(firstWeek)}`
    : `${weeks}, from ${dayInWords(firstWeek)} to ${dayInWords(lastWeek)}`;
}
