import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { counted } from '#shared/core/words.ts';
import { getOnboardingList } from '#shared/onboarding/onboarding.ts';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import { getRiskList } from '#shared/risk/list.ts';
import { getCalls } from '#shared/success-ops/calls/calls.ts';
import { getDay } from '#shared/success-ops/day/day.ts';
import { getPlaybookRuns } from '#shared/success-ops/playbooks/runs.ts';
import { getRenewals } from '#shared/success-ops/renewals/renewals.ts';
import { getSlaClocks } from '#shared/success-ops/slas/clocks.ts';
import {
  getReassignable,
  type Move,
  postReassignment,
  postReassignmentUndo,
  type ReassignSource,
} from '#shared/success-ops/team/reassign/reassign.ts';
import { getTeam } from '#shared/success-ops/team/team.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { sayError } from '#web/ui/say-error.ts';
import { useOnceId } from '#web/ui/sending.ts';
import { refreshWork } from '#web/work/data.ts';

const queryOf = (from: ReassignSource) => (from.kind === 'person' ? { person: from.userId } : { owner: from.ownerName });

/** What can be moved from somebody, as it stands now. */
export const reassignableQuery = (from: ReassignSource) =>
  queryOptions({ ...endpointQuery(getReassignable, { query: queryOf(from) }), staleTime: 0 });

const changed = [
  ...[getReassignable, getTeam, getCalls, getDay, getInstitutionList].map(({ path }) => path),
  ...[getSlaClocks, getRenewals, getPlaybookRuns, getRiskList, getOnboardingList].map(({ path }) => path),
  '/api/accounts',
];

/** Everything that shows whose work something is. */
const refreshOwners = (client: QueryClient, institutionIds: readonly number[]): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ predicate: ({ queryKey: [key] }) => changed.some((path) => String(key).startsWith(path)) }),
    refreshWork(client, institutionIds),
  ]);

const shownMilliseconds = 20_000;

const stayText = (count: number, when: string): string | null =>
  count === 0
    ? null
    : `${counted(count, 'piece')} changed ${when} and ${count === 1 ? 'stays' : 'stay'} where ${count === 1 ? 'it is' : 'they are'}.`;

async function undo(client: QueryClient, reassignmentId: string, institutionIds: readonly number[]): Promise<void> {
  notifications.hide(reassignmentId);
  const id = `undone-${reassignmentId}`;
  try {
    const { undone, kept } = await call(postReassignmentUndo, { params: { reassignmentId }, body: {} });
    notifications.show({ id, title: `Gave back ${counted(undone, 'piece')} of work`, message: stayText(kept, 'since') });
  } catch (error) {
    notifications.show({ id, color: 'red', title: 'Not undone', message: error instanceof Error ? sayError(error) : null });
  } finally {
    await refreshOwners(client, institutionIds);
  }
}

/** Moves work to others, once however often it is tried, and says so with the way back. */
export function useReassign(from: ReassignSource) {
  const client = useQueryClient();
  const once = useOnceId();
  const idsOf = (moves: readonly Move[]) => [...new Set(moves.map(({ institutionId }) => institutionId))];
  return useMutation({
    mutationFn: async (moves: Move[]) => {
      const content = { from, moves };
      const reassignmentId = once.idFor(content);
      return { reassignmentId, ...(await call(postReassignment, { body: { reassignmentId, ...content } })) };
    },
    onSuccess: ({ reassignmentId, moved, kept }, moves) => {
      once.done();
      notifications.show({
        id: reassignmentId,
        title: `Moved ${counted(moved, 'piece')} of work`,
        autoClose: shownMilliseconds,
        message: (
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm">{stayText(kept, 'meanwhile')}</Text>
            <Button size="compact-sm" variant="light" onClick={() => void undo(client, reassignmentId, idsOf(moves))}>
              Undo
            </Button>
          </Group>
        ),
      });
    },
    onSettled: (_, __, moves) => refreshOwners(client, idsOf(moves)),
  });
}
