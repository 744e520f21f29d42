import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type StepKind, stepKinds, stepKindTexts } from '#shared/playbooks/words.ts';

interface Properties {
  label: string;
  /** Place of the new step in the button's accessible name: 'after step 2'. */
  of: string;
  /** `true` when the playbook has the maximum number of steps. */
  isFull: boolean;
  onInsert: (kind: StepKind) => void;
}

/** Button with a menu of the kinds of steps to insert. */
export function InsertStepMenu({ label, of, isFull, onInsert }: Properties) {
  return (
    <Menu position="bottom-start" shadow="md" withinPortal={false} returnFocus={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={isFull}
          aria-label={`${label} ${of}`}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {stepKinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => onInsert(kind)}>
            {stepKindTexts[kind].name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
