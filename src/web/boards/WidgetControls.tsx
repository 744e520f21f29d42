import { ActionIcon, Group } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react';

interface Properties {
  widget: string;
  title: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
}

export function WidgetControls({ widget, title, isFirst, isLast, onMove, onRemove }: Properties) {
  const buttonStyle = { variant: 'default', size: 'sm' } as const;
  return (
    <Group gap={4} wrap="nowrap" role="group" aria-label={`Move or remove ${title}`}>
      <ActionIcon
        {...buttonStyle}
        aria-label={`Move ${title} earlier`}
        disabled={isFirst}
        data-control={`${widget}:-1`}
        onClick={() => onMove(-1)}
      >
        <IconArrowLeft size={14} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...buttonStyle}
        aria-label={`Move ${title} later`}
        disabled={isLast}
        data-control={`${widget}:1`}
        onClick={() => onMove(1)}
      >
        <IconArrowRight size={14} aria-hidden />
      </ActionIcon>
      <ActionIcon {...buttonStyle} aria-label={`Remove ${title}`} onClick={onRemove}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
