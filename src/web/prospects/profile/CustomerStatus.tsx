import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowMerge } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import type { ProspectConversion } from '#shared/prospects/conversion.ts';
import { duplicatePath, duplicateText } from '#shared/prospects/duplicates.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { useMomentDayFormatter } from '#web/core/days.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { useUndoConversion } from '../conversion/data.ts';
import { MergeButton } from '../merge/MergeButton.tsx';

interface Properties {
  prospect: ListedProspect;
  conversion: ProspectConversion | null;
}

/**
 * Customer that the prospect was converted to, with Undo for 24 hours; otherwise the customer or
 * prospect that may be the same practice. Renders nothing without either.
 */
export function CustomerStatus({ prospect, conversion }: Properties) {
  const dayText = useMomentDayFormatter();
  const undo = useUndoConversion(prospect.prospectId);
  if (conversion === null) return <DuplicateHint prospect={prospect} />;
  const { conversionId, institutionId, institutionName, by, at, undoableUntil } = conversion;
  return (
    <>
      <Group gap="sm" data-guide="prospect-customer">
        <Text size="sm">
          Won as the customer{' '}
          <Anchor
            component={Link}
            to={paths.institutionOverview(institutionId)}
            inherit
            underline="always"
          >
            {institutionName}
          </Anchor>{' '}
          on {dayText(at)} by {by.name}
        </Text>
        {new Date() < new Date(undoableUntil) && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            loading={undo.isPending}
            onClick={() => undo.mutate(conversionId)}
          >
            Undo conversion
          </Button>
        )}
      </Group>
      <SendError error={undo.error} />
    </>
  );
}

function DuplicateHint({ prospect }: Pick<Properties, 'prospect'>) {
  const navigate = useNavigate();
  const { prospectId, duplicateOf } = prospect;
  const path = duplicateOf && duplicatePath(duplicateOf);
  if (duplicateOf === null || path === null) return null;
  const { institutionId, prospectId: otherId, name } = duplicateOf;
  return (
    <Group gap="sm" data-guide="prospect-customer">
      <Text size="sm">
        {institutionId === null ? 'Possible duplicate:' : 'Already a customer?'}{' '}
        <Anchor component={Link} to={path} inherit underline="always">
          {duplicateText(duplicateOf)}
        </Anchor>
      </Text>
      {institutionId !== null && (
        <Button
          component={Link}
          to={paths.mergeProspectIntoCustomer(prospectKeyOf(prospect), institutionId)}
          replace
          size="xs"
          variant="default"
          leftSection={<IconArrowMerge size={14} aria-hidden />}
        >
          Merge into customer…
        </Button>
      )}
      {otherId !== null && (
        <MergeButton
          one={prospectId}
          other={{ prospectId: otherId, name }}
          onMerged={({ key }) => void navigate(paths.prospect(key), { replace: true })}
        />
      )}
    </Group>
  );
}
