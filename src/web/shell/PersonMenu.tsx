import {
  Avatar,
  Button,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { IconLogout, IconScale } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#shared/core/paths.ts';
import type { User } from '#shared/core/user.ts';
import { signOut } from './sign-out.ts';

const schemes = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Who is signed in, how the pages look, and the way out. */
export function PersonMenu({ user }: { user: User }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Popover position="bottom-start" width={240} withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton p={4} bdrs="xl">
          <Avatar src={user.picture} name={user.name} size={32} color="teal" alt="" aria-hidden />
          <VisuallyHidden>Signed in as {user.name}</VisuallyHidden>
        </UnstyledButton>
      </Popover.Target>
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
    </Popover>
  );
}
