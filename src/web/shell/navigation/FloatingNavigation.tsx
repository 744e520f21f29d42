import { ActionIcon, Button, Kbd, Menu, Paper, Text, Tooltip } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { userQuery } from '#web/auth/data.ts';
import { GuideButton } from '#web/guides/GuideButton.tsx';
import { type PageRoute, pages } from '#web/routes.tsx';
import { usePage } from '../page.ts';
import { NavigationPlaceholder } from '../StartScreen.tsx';
import classes from './FloatingNavigation.module.css';
import { UserMenu } from './UserMenu.tsx';

const SearchOverlay = lazy(async () => ({
  default: (await import('./SearchOverlay.tsx')).SearchOverlay,
}));

const CommandPalette = lazy(async () => ({
  default: (await import('./CommandPalette.tsx')).CommandPalette,
}));

const groups = [...new Set(pages.flatMap(({ menuGroup }) => menuGroup ?? []))];

function PageItem({
  to,
  isCurrent,
  children,
}: {
  to: PageRoute;
  isCurrent: boolean;
  children: ReactNode;
}) {
  return (
    <Menu.Item
      component={Link}
      to={to.path}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes.item}
    >
      {children}
    </Menu.Item>
  );
}

function PagesMenu({ page, onPalette }: { page: PageRoute; onPalette: () => void }) {
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
        {pages.map(
          (each) =>
            each.menu && (
              <PageItem key={each.path} to={each} isCurrent={each.load === page.load}>
                <Text size="sm" fw={600}>
                  {each.menu.label}
                </Text>
                <Text size="xs" c="dimmed">
                  {each.menu.subtitle}
                </Text>
              </PageItem>
            ),
        )}
        <Menu.Divider />
        {groups.map((group) => (
          <Fragment key={group}>
            <Menu.Label>{group}</Menu.Label>
            {pages.map(
              (each) =>
                each.menuGroup === group && (
                  <PageItem key={each.path} to={each} isCurrent={each.path === page.path}>
                    {each.title}
                  </PageItem>
                ),
            )}
          </Fragment>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onPalette} rightSection={<Kbd size="xs">Ctrl K</Kbd>}>
          Go to anything
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Navigation bar over the page with the page menu, the search and the user menu. */
export function FloatingNavigation() {
  const { data: user, isPending } = useQuery(userQuery);
  const page = usePage();
  const [isSearching, search] = useDisclosure(false);
  const [hasPalette, palette] = useDisclosure(false);
  const [picked, setPicked] = useState('');
  useHotkeys([['/', search.open]]);
  // The empty list means that the shortcut works in all elements, including text fields.
  useHotkeys([['mod+K', palette.open]], []);
  if (isPending) return <NavigationPlaceholder title={page.title} />;
  if (!user) return null;
  return (
    <>
      <Paper component="nav" aria-label="Main" className={classes.bar} shadow="sm">
        <PagesMenu page={page} onPalette={palette.open} />
        <Tooltip label="Search: press / anywhere">
          <ActionIcon
            variant="subtle"
            color="gray"
            c="inherit"
            size="lg"
            aria-label="Search"
            aria-keyshortcuts="/"
            data-guide="search"
            onClick={search.open}
          >
            <IconSearch size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        {page.isMap && <GuideButton />}
        <UserMenu user={user} />
      </Paper>
      <Suspense>
        {hasPalette && <CommandPalette onClose={palette.close} onSearch={search.open} />}
      </Suspense>
      <Suspense>
        {isSearching && (
          <SearchOverlay onClose={search.close} picked={picked} onPicked={setPicked} />
        )}
      </Suspense>
    </>
  );
}
