import { Anchor, Modal, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { Checklist } from '../Checklist.tsx';
import { prospectProfileQuery } from '../work-data.ts';

interface Properties {
  row: ListedProspect;
  onClose: () => void;
}

/** Dialog with the exit checklist of a prospect on the board. */
export function ChecklistDialog({ row, onClose }: Properties) {
  useFocusBack();
  const key = prospectKeyOf(row);
  const profile = useQuery(prospectProfileQuery(key));
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Before ${row.name} leaves ${row.stage}`}
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        {profile.data !== undefined && (
          <Checklist prospect={profile.data.prospect} checklist={profile.data.checklist} />
        )}
        {profile.data === undefined && profile.error === null && <Skeleton height={90} />}
        {profile.data === undefined && profile.error !== null && (
          <ErrorState
            title="Couldn’t load the checklist"
            error={profile.error}
            onRetry={() => profile.refetch()}
          />
        )}
        <Anchor component={Link} to={paths.prospect(key)} size="sm">
          Open prospect
        </Anchor>
      </Stack>
    </Modal>
  );
}
