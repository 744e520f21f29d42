import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Properties {
  /** Name of the card, for screen readers. */
  name: string;
  /** Menu items. */
  children: ReactNode;
}

/** Button on a board's card with a menu of the columns to which the card can be moved. */
export function CardMenu({ name, children }: Properties) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Move ${name}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
