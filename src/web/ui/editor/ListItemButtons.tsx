import { ActionIcon, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';

interface Properties {
  /** Name of the item in the buttons' labels, such as 'step 2'. */
  name: string;
  index: number;
  count: number;
  /** Minimum number of items in the list. */
  minimum?: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** Buttons that move an item of an edited list up or down, or remove it. */
export function ListItemButtons({ name, index, count, minimum = 0, onMove, onRemove }: Properties) {
  const actions = [
    {
      label: `Move ${name} up`,
      Icon: IconArrowUp,
      isDisabled: index === 0,
      act: () => onMove(index - 1),
    },
    {
      label: `Move ${name} down`,
      Icon: IconArrowDown,
      isDisabled: index === count - 1,
      act: () => onMove(index + 1),
    },
    { label: `Remove ${name}`, Icon: IconTrash, isDisabled: count <= minimum, act: onRemove },
  ];
  return (
    <Group gap={2} wrap="nowrap">
      {actions.map(({ label, Icon, isDisabled, act }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          color="gray"
          aria-label={label}
          disabled={isDisabled}
          onClick={act}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
}
