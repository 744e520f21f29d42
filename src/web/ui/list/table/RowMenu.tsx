import { Kbd, Menu } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { PopoverAnchor } from '../../PopoverAnchor.tsx';
import type { RowAction } from '../row-actions.ts';

interface Properties<Row> {
  /** Menu button of the row, next to which the menu opens. */
  button: HTMLElement;
  /** Name of the row. */
  title: string;
  actions: readonly RowAction<Row>[];
  onAct: (action: RowAction<Row>) => void;
  href: string | undefined;
  onClose: () => void;
}

/**
 * Returns the page's main landmark, in which the menu is rendered. Accessible content must be
 * inside a landmark.
 */
function landmarkOf(button: HTMLElement) {
  const main = button.closest('main');
  return main === null ? {} : { target: main };
}

/** Menu of a row's actions. All rows share one menu. */
export function RowMenu<Row>({ button, title, actions, onAct, href, onClose }: Properties<Row>) {
  return (
    <Menu
      opened
      onChange={(opened) => !opened && onClose()}
      position="bottom-end"
      width={230}
      shadow="md"
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      portalProps={landmarkOf(button)}
    >
      <Menu.Target>
        <PopoverAnchor element={button} />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${title}`}>
        <Menu.Label>{title}</Menu.Label>
        {actions.map((action) => (
          <Menu.Item
            key={action.shortcut}
            leftSection={action.icon}
            rightSection={
              <Kbd size="xs" aria-hidden>
                {action.shortcut}
              </Kbd>
            }
            aria-keyshortcuts={action.shortcut}
            onClick={() => onAct(action)}
          >
            {action.label}
          </Menu.Item>
        ))}
        {href !== undefined && (
          <Menu.Item
            component="a"
            href={href}
            leftSection={<IconExternalLink size={15} aria-hidden />}
          >
            Open overview
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
