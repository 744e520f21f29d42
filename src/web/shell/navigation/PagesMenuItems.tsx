import { Kbd, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type PageRoute, pages } from '#web/routes.tsx';
import classes from './FloatingNavigation.module.css';
import { findQuickAccessPages } from './quick-access.ts';

type MenuGroup = NonNullable<PageRoute['menuGroup']>;

const groups = [...new Set(pages.flatMap(({ menuGroup }) => menuGroup ?? []))];

interface Properties {
  page: PageRoute;
  userId: string;
  onPalette: () => void;
}

/**
 * Items of the menu of pages: the main pages, the pages that the user opens most, and the other
 * pages in groups, of which one is expanded at a time.
 */
export function PagesMenuItems({ page, userId, onPalette }: Properties) {
  const [expanded, setExpanded] = useState<MenuGroup>();
  return (
    <>
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
      <Menu.Label>Quick access</Menu.Label>
      {findQuickAccessPages(userId).map((each) => (
        <PageItem key={each.path} to={each} isCurrent={each.path === page.path}>
          {each.title}
        </PageItem>
      ))}
      <Menu.Divider />
      {groups.map((group) => (
        <PageGroup
          key={group}
          group={group}
          page={page}
          isExpanded={group === expanded}
          onToggle={() => setExpanded(group === expanded ? undefined : group)}
        />
      ))}
      <Menu.Divider />
      <Menu.Item onClick={onPalette} rightSection={<Kbd size="xs">Ctrl K</Kbd>}>
        Go to anything
      </Menu.Item>
    </>
  );
}

interface PageGroupProperties {
  group: MenuGroup;
  page: PageRoute;
  isExpanded: boolean;
  onToggle: () => void;
}

function PageGroup({ group, page, isExpanded, onToggle }: PageGroupProperties) {
  const Chevron = isExpanded ? IconChevronDown : IconChevronRight;
  return (
    <>
      <Menu.Item
        closeMenuOnClick={false}
        aria-expanded={isExpanded}
        rightSection={<Chevron size={14} aria-hidden />}
        className={classes.item}
        onClick={onToggle}
      >
        {group}
      </Menu.Item>
      {isExpanded &&
        pages
          .filter(({ menuGroup }) => menuGroup === group)
          .map((each) => (
            <PageItem key={each.path} to={each} isCurrent={each.path === page.path} isIndented>
              {each.title}
            </PageItem>
          ))}
    </>
  );
}

interface PageItemProperties {
  to: PageRoute;
  isCurrent: boolean;
  isIndented?: boolean;
  children: ReactNode;
}

function PageItem({ to, isCurrent, isIndented = false, children }: PageItemProperties) {
  return (
    <Menu.Item
      component={Link}
      to={to.path}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes.item}
      {...(isIndented ? { pl: 'xl' } : {})}
    >
      {children}
    </Menu.Item>
  );
}
