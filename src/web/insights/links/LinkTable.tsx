import { Button, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { counted } from '#shared/core/words.ts';
import { type InsightLink, postRevokeInsightLink } from '#shared/insights/links.ts';
import { call } from '#web/core/api.ts';
import { useMomentDayText, useMomentText } from '#web/core/days.ts';
import { sayNotDone } from '#web/ui/sending/say-not-done.ts';
import { WideTable } from '#web/ui/WideTable.tsx';
import { insightLinksQuery } from '../data.ts';

interface Properties {
  institutionId: number;
  rows: readonly InsightLink[];
}

/** Every link that was made for a practice, and how often it was opened. */
export function LinkTable({ institutionId, rows }: Properties) {
  const momentText = useMomentText();
  const dayText = useMomentDayText();
  return (
    <WideTable label="Links" minWidth={420}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>For</Table.Th>
          <Table.Th>Opened</Table.Th>
          <Table.Th>State</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((link) => (
          <Table.Tr key={link.linkId}>
            <Table.Td>
              {link.label}
              <Text size="xs" c="dimmed">
                Made {dayText(link.madeAt)} by {link.madeBy}
              </Text>
            </Table.Td>
            <Table.Td>
              {link.views === 0 ? 'Never' : counted(link.views, 'time')}
              {link.lastViewedAt !== null && (
                <Text size="xs" c="dimmed">
                  Last {momentText(link.lastViewedAt)}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <State institutionId={institutionId} link={link} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function State({ institutionId, link }: { institutionId: number; link: InsightLink }) {
  const dayText = useMomentDayText();
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call(postRevokeInsightLink, { params: { id: institutionId, linkId: link.linkId }, body: {} }),
    onError: (error) => sayNotDone(`Not revoked: the link for ${link.label}`, error),
    onSettled: () => client.invalidateQueries({ queryKey: insightLinksQuery(institutionId).queryKey }),
  });
  if (link.revokedAt !== null) return `Revoked ${dayText(link.revokedAt)}`;
  if (new Date(link.expiresAt) <= new Date()) return `Expired ${dayText(link.expiresAt)}`;
  return (
    <>
      Works until {dayText(link.expiresAt)}{' '}
      <Button
        variant="subtle"
        color="red"
        size="compact-xs"
        loading={revoke.isPending}
        aria-label={`Revoke the link for ${link.label}`}
        onClick={() => revoke.mutate()}
      >
        Revoke
      </Button>
    </>
  );
}
