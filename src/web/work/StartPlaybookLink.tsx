import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { maxBulkItems } from '#shared/work/many.ts';

/** Link to the playbooks page with these customers selected for starting a playbook. */
export function StartPlaybookLink({ institutionIds }: { institutionIds: readonly number[] }) {
  const properties = {
    size: 'xs',
    variant: 'default',
    leftSection: <IconPlayerPlay size={14} aria-hidden />,
  } as const;
  if (institutionIds.length > maxBulkItems)
    return (
      <Button {...properties} disabled title={`At most ${maxBulkItems} customers at once`}>
        Start playbook
      </Button>
    );
  return (
    <Button {...properties} component={Link} to={paths.startPlaybook(institutionIds)}>
      Start playbook
    </Button>
  );
}
