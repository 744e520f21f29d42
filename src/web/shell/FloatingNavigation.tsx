import { ActionIcon, Button, Menu, Paper, Text, Tooltip } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { userQuery } from '#web/auth/data.ts';
import { GuideButton } from '#web/guides/GuideButton.tsx';
import { type Page, pages } from '#web/routes.tsx';
import classes from './FloatingNavigation.module.css';
import { PersonMenu } from './PersonMenu.tsx';
import { usePage } from './page.ts';

const SearchOverlay = lazy(async () => ({ default: (await import('./SearchOverlay.tsx')).SearchOverlay }));

function PagesMenu({ page }: { page: Page }) {
  return (
    <Menu position="bottom-start" width={250} withinPortal={false} withInitialFocusPlaceholder={false}>
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
      <Menu.Dropdown>
        {pages.map(
          ({ path, load, menu }) =>
            menu && (
              <Menu.Item
                key={path}
                component={Link}
                to={path}
                aria-current={load === page.load ? 'page' : undefined}
                className={classes.item}
              >
                <Text size="sm" fw={600}>
                  {menu.label}
                </Text>
                <Text size="xs" c="dimmed">
                  {menu.subtitle}
                </Text>
              </Menu.Item>
            ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The way to every page, the search and the signed-in person's own menu, floating over the page. */
export function FloatingNavigation() {
  const { data: user } = useQuery(userQuery);
  const page = usePage();
  const [isSearching, search] = useDisclosure(false);
  useHotkeys([
    ['mod+K', search.open],
    ['/', search.open],
  ]);
  if (!user) return null;
  return (
    <>
      <Paper component="nav" aria-label="Main" className={classes.bar} shadow="sm">
        <PagesMenu page={page} />
        <Tooltip label="Search: press / anywhere">
          <ActionIcon
            variant="subtle"
            color="gray"
            c="inherit"
            size="lg"
            aria-label="Search"
            aria-keyshortcuts="/ Control+K"
            data-guide="search"
            onClick={search.open}
          >
            <IconSearch size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        {page.isMap && <GuideButton />}
        <PersonMenu user={user} />
      </Paper>
      <Suspense>{isSearching && <SearchOverlay onClose={search.close} />}</Suspense>
    </>
  );
}
