import { ActionIcon, Box, Paper, Tooltip } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { userQuery } from '#web/auth/data.ts';
import { loadCode } from '#web/core/load-code.ts';
import { GuideButton } from '#web/guides/GuideButton.tsx';
import { usePage } from '../page.ts';
import { NavigationPlaceholder } from '../StartScreen.tsx';
import classes from './FloatingNavigation.module.css';
import { useRecordOpenedPage } from './opened-pages.ts';
import { PagesMenu } from './PagesMenu.tsx';

const SearchOverlay = lazy(() =>
  loadCode(async () => ({ default: (await import('./SearchOverlay.tsx')).SearchOverlay })),
);

const UserMenu = lazy(() =>
  loadCode(async () => ({ default: (await import('./UserMenu.tsx')).UserMenu })),
);
const CommandPalette = lazy(() =>
  loadCode(async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette })),
);
const SignOut = lazy(() =>
  loadCode(async () => ({ default: (await import('./SignOut.tsx')).SignOut })),
);

/** Navigation bar over the page with the page menu, the search and the user menu. */
export function FloatingNavigation() {
  const { data: user, isPending } = useQuery(userQuery);
  const page = usePage();
  useRecordOpenedPage(user?.id, page);
  const [isSearching, search] = useDisclosure(false);
  const [hasPalette, palette] = useDisclosure(false);
  const [picked, setPicked] = useState('');
  const [isSigningOut, signOut] = useDisclosure(false);
  useHotkeys([['/', search.open]]);
  // The empty list means that the shortcut works in all elements, including text fields.
  useHotkeys([['mod+K', palette.open]], []);
  if (isPending) return <NavigationPlaceholder title={page.title} />;
  if (!user) return null;
  return (
    <>
      <Paper component="nav" aria-label="Main" className={classes.bar} shadow="sm">
        <PagesMenu page={page} userId={user.id} onPalette={palette.open} />
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
        <Suspense fallback={<Box w={40} h={40} />}>
          <UserMenu user={user} onSignOut={signOut.open} />
        </Suspense>
      </Paper>
      <Suspense>{isSigningOut && <SignOut onClose={signOut.close} />}</Suspense>
      <Suspense>
        {hasPalette && (
          <CommandPalette onClose={palette.close} onSearch={search.open} onSignOut={signOut.open} />
        )}
      </Suspense>
      <Suspense>
        {isSearching && (
          <SearchOverlay onClose={search.close} picked={picked} onPicked={setPicked} />
        )}
      </Suspense>
    </>
  );
}
