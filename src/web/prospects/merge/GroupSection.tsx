import { Anchor, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { countText, numberText } from '#shared/core/words.ts';
import { formatListQueryString } from '#shared/list/address.ts';
import { sameFactsText } from '#shared/prospects/duplicates.ts';
import type { GroupMember, ProspectGroup } from '#shared/prospects/group.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { prospectGroupQuery } from './data.ts';
import { MergeButton } from './MergeButton.tsx';

/**
 * Prospects and customers that share the phone number or website of a prospect, or may be the same
 * practice. Renders nothing without any.
 */
export function GroupSection({ prospectId }: { prospectId: number }) {
  const group = useQuery(prospectGroupQuery(prospectId));
  if (group.data === undefined)
    return (
      group.error !== null && (
        <ErrorState
          title="Couldn’t load the group"
          error={group.error}
          onRetry={() => void group.refetch()}
        />
      )
    );
  if (group.data.members.length === 0) return null;
  const { members, duplicates, sisterLocations, shared } = group.data;
  const more = duplicates + sisterLocations - members.length;
  const counts = [
    ...(duplicates > 0 ? [countText(duplicates, 'possible duplicate')] : []),
    ...(sisterLocations > 0 ? [countText(sisterLocations, 'other location')] : []),
  ];
  return (
    <Paper p="md" data-guide="prospect-group" component="section" aria-label="Part of a group">
      <Title order={2} size="h4" mb="xs">
        Part of a group
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {counts.join(' and ')} with facts in common.
      </Text>
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {members.map((member) => (
          <Member
            key={member.prospectId ?? `customer-${member.institutionId}`}
            prospectId={prospectId}
            member={member}
          />
        ))}
      </Stack>
      {more > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          And {numberText(more)} more.
        </Text>
      )}
      {shared.length > 0 && (
        <Group gap="md" mt="sm">
          {shared.map((fact) => (
            <SharedFactLink key={fact.column} fact={fact} />
          ))}
        </Group>
      )}
    </Paper>
  );
}

const SharedFactLink = ({ fact }: { fact: ProspectGroup['shared'][number] }) => (
  <Anchor
    component={Link}
    size="sm"
    underline="always"
    to={`${paths.prospects}?${formatListQueryString({
      filters: [{ column: fact.column, kind: 'text-one-of', values: fact.values }],
    })}`}
  >
    {countText(fact.prospects, 'prospect')} with this{' '}
    {fact.column === 'phone' ? 'phone number' : 'website'}
  </Anchor>
);

function Member({ prospectId, member }: { prospectId: number; member: GroupMember }) {
  const navigate = useNavigate();
  const { key, institutionId, name, place, stage, reasons, isDuplicate } = member;
  const path =
    institutionId === null
      ? paths.prospect(key ?? `prospect-${member.prospectId}`)
      : paths.institutionOverview(institutionId);
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" align="start" gap="sm">
        <div>
          <Group gap="xs">
            <Anchor component={Link} to={path} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Anchor>
            <Badge variant="outline" color="gray" tt="none">
              {isDuplicate ? 'Possible duplicate' : 'Other location'}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed">
            {[
              institutionId === null ? `Prospect, ${stage}` : 'Customer',
              place,
              sameFactsText(reasons),
            ]
              .filter((text) => text !== '')
              .join(' · ')}
          </Text>
        </div>
        {isDuplicate && member.prospectId !== null && (
          <MergeButton
            one={prospectId}
            other={{ prospectId: member.prospectId, name }}
            onMerged={(remaining) =>
              void navigate(paths.prospect(remaining.key), { replace: true })
            }
          />
        )}
      </Group>
    </li>
  );
}
