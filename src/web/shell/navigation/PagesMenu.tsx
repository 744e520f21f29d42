import { Button, Menu } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { PageRoute } from '#web/routes.tsx';
import classes from './FloatingNavigation.module.css';

const PagesMenuItems = lazy(async () => ({
  default: (await import('./PagesMenuItems.tsx')).PagesMenuItems,
}));

interface Properties {
  page: PageRoute;
  userId: string;
  onPalette: () => void;
}

/** Menu of all pages. */
export function PagesMenu({ page, userId, onPalette }: Properties) {
  return (
    <Menu
      position="bottom-start"
      width={250}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="inherit"
          px="sm"
          leftSection={<IconMenu2 size={18} aria-hidden />}
          aria-label={`Menu: ${page.title}`}
          data-guide="menu"
        >
          <span className={classes.title}>{page.title}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Suspense>
          <PagesMenuItems page={page} userId={userId} onPalette={onPalette} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}
