import { Button, Group } from '@mantine/core';
import { IconHistory, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { VersionedPolicies } from '#shared/slas/policies.ts';
import { userQuery } from '#web/auth/data.ts';

const PolicyEditor = lazy(async () => ({
  default: (await import('./editor/PolicyEditor.tsx')).PolicyEditor,
}));
const PolicyHistory = lazy(async () => ({
  default: (await import('./PolicyHistory.tsx')).PolicyHistory,
}));

/** Buttons for viewing the versions and, for admins, for editing the policies. */
export function PolicyButtons({ versions }: { versions: readonly VersionedPolicies[] }) {
  const { data: user } = useQuery(userQuery);
  const [shown, setShown] = useState<'history' | 'editor'>();
  const close = () => setShown(undefined);
  const [inForce] = versions;
  return (
    <Group gap="xs" data-guide="sla-policies">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconHistory size={14} aria-hidden />}
        onClick={() => setShown('history')}
      >
        Versions
      </Button>
      {user?.role === 'admin' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => setShown('editor')}
        >
          Edit policies
        </Button>
      )}
      <Suspense>
        {shown === 'history' && <PolicyHistory versions={versions} onClose={close} />}
        {shown === 'editor' && inForce !== undefined && (
          <PolicyEditor inForce={inForce} onClose={close} />
        )}
      </Suspense>
    </Group>
  );
}
