import { Button, Popover, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconScale } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { User } from '#shared/auth.ts';
import { paths } from '#shared/paths.ts';
import { signOut } from './sign-out.ts';

const schemes = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** What the person menu holds. */
export function PersonPanel({ user }: { user: User }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Popover.Dropdown aria-label="Your account" p="sm">
      <Stack gap="sm">
        <div>
          <Text size="sm" fw={600} truncate>
            {user.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {user.email}
          </Text>
        </div>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Color scheme"
          data={[...schemes]}
          value={colorScheme}
          onChange={(value) => setColorScheme(schemes.find((scheme) => scheme.value === value)?.value ?? 'auto')}
        />
        <Button
          component={Link}
          to={paths.scoringRules}
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconScale size={16} aria-hidden />}
        >
          Scoring rules
        </Button>
        <Button variant="default" size="xs" leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </Button>
      </Stack>
    </Popover.Dropdown>
  );
}
