import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { boardLimits, fullBoardText } from '#shared/boards/boards.ts';
import { findWidget, type Widget, widgetKeys } from '#shared/boards/widgets.ts';

const kinds: { kind: Widget['kind']; label: string }[] = [
  { kind: 'figure', label: 'Figures' },
  { kind: 'trend', label: 'Trends' },
  { kind: 'table', label: 'Tables' },
  { kind: 'map', label: 'Maps' },
];

/** Menu of the widgets that the board doesn't contain yet. */
export function AddWidget({
  present,
  onAdd,
}: {
  present: readonly string[];
  onAdd: (key: string) => void;
}) {
  const isFull = present.length >= boardLimits.widgets;
  const available = widgetKeys.flatMap((key) => {
    const widget = present.includes(key) ? undefined : findWidget(key);
    return widget === undefined ? [] : [{ key, ...widget }];
  });
  return (
    <Menu
      position="bottom-start"
      width={280}
      shadow="md"
      withinPortal={false}
      hideDetached={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={isFull || available.length === 0}
        >
          {isFull ? fullBoardText : 'Add a widget'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={380} style={{ overflowY: 'auto' }}>
        {kinds.map(({ kind, label }) => {
          const ofKind = available.filter((widget) => widget.kind === kind);
          return (
            ofKind.length > 0 && (
              <div key={kind}>
                <Menu.Label>{label}</Menu.Label>
                {ofKind.map(({ key, title }) => (
                  <Menu.Item key={key} onClick={() => onAdd(key)}>
                    {title}
                  </Menu.Item>
                ))}
              </div>
            )
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
