import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { mostAtOnce } from '#shared/work/many.ts';

/** Takes the selected customers to the playbooks, where one is started for them. */
export function StartPlaybookButton({ institutionIds }: { institutionIds: readonly number[] }) {
  const properties = { size: 'xs', variant: 'default', leftSection: <IconPlayerPlay size={14} aria-hidden /> } as const;
  if (institutionIds.length > mostAtOnce)
    return (
      <Button {...properties} disabled title={`At most ${mostAtOnce} customers at once`}>
        Start playbook
      </Button>
    );
  return (
    <Button {...properties} component={Link} to={paths.startPlaybook(institutionIds)}>
      Start playbook
    </Button>
  );
}
