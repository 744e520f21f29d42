import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';

interface Properties {
  label: string;
  pages: readonly { to: string; name: string }[];
  currentPath: string;
}

/** Links between related pages. */
export function PageLinks({ label, pages, currentPath }: Properties) {
  return (
    <Group component="nav" aria-label={label} gap="md" mt={4}>
      {pages.map(({ to, name }) =>
        to === currentPath ? (
          <Text key={to} size="sm" fw={600} aria-current="page">
            {name}
          </Text>
        ) : (
          <Anchor key={to} component={Link} to={to} size="sm">
            {name}
          </Anchor>
        ),
      )}
    </Group>
  );
}
