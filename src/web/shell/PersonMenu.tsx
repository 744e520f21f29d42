import { Avatar, Menu, SegmentedControl, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import type { User } from '#shared/auth.ts';
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
    <Menu position="bottom-start" width={240} closeOnItemClick={false}>
      <Menu.Target>
        <UnstyledButton aria-label={`Signed in as ${user.name}`} p={4} bdrs="xl">
          <Avatar src={user.picture} name={user.name} size={32} color="teal" alt="" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Text size="sm" fw={600} px="sm" pt={6} truncate>
          {user.name}
        </Text>
        <Text size="xs" c="dimmed" px="sm" pb="xs" truncate>
          {user.email}
        </Text>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Color scheme"
          data={[...schemes]}
          value={colorScheme}
          onChange={(value) => setColorScheme(schemes.find((scheme) => scheme.value === value)?.value ?? 'auto')}
        />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
