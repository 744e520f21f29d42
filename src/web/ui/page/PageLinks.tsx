import { Anchor, Group } from '@mantine/core';
import { Link } from 'react-router';

interface Properties {
  label: string;
  pages: readonly { to: string; name: string }[];
  /** Path of the current page, or of the page above it. */
  currentPath: string;
  /** Query string that every link keeps, without `?`. */
  search?: string;
  guide?: string;
}

/** Links between related pages. */
export function PageLinks({ label, pages, currentPath, search = '', guide }: Properties) {
  return (
    <Group component="nav" aria-label={label} gap="md" mt={4} data-guide={guide}>
      {pages.map(({ to, name }) => {
        const isCurrent = to === currentPath;
        return (
          <Anchor
            key={to}
            component={Link}
            to={{ pathname: to, search }}
            size="sm"
            {...(isCurrent && { 'aria-current': 'page', fw: 600, c: 'var(--mantine-color-text)' })}
          >
            {name}
          </Anchor>
        );
      })}
    </Group>
  );
}
