import {
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Paper,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { sizeTiers } from '#shared/core/tiers.ts';
import { maxPolicyNameLength } from '#shared/slas/policies.ts';
import { slaKinds, slaKindTexts } from '#shared/slas/words.ts';
import { ticketPriorities, ticketPriorityLabels } from '#shared/tickets/changes.ts';
import { ListItemButtons } from '#web/ui/editor/ListItemButtons.tsx';
import { type DraftPolicy, maxTargetAmounts, targetUnits } from './draft.ts';

interface Properties {
  draft: DraftPolicy;
  index: number;
  /** Number of policies in the list. */
  count: number;
  /** Returns the error of a field. */
  errorOf: (field: 'name' | 'target') => ReactNode;
  onChange: (draft: DraftPolicy) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** Card for editing a policy. */
export function PolicyCard({
  draft,
  index,
  count,
  errorOf,
  onChange,
  onMove,
  onRemove,
}: Properties) {
  const { kind, name, target, priorities, sizeTiers: chosenSizes, isOn } = draft;
  const set = (part: Partial<DraftPolicy>) => onChange({ ...draft, ...part });
  const called = name.trim() === '' ? `policy ${index + 1}` : name.trim();
  return (
    <Paper
      component="li"
      p="sm"
      bg="var(--surface)"
      aria-label={`Policy ${index + 1}`}
      style={{ listStyle: 'none' }}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="xs">
        <Checkbox
          label={isOn ? 'On' : 'Off'}
          aria-label={`${isOn ? 'On' : 'Off'}, ${called}`}
          checked={isOn}
          onChange={({ currentTarget }) => set({ isOn: currentTarget.checked })}
        />
        <ListItemButtons
          name={called}
          index={index}
          count={count}
          onMove={onMove}
          onRemove={onRemove}
        />
      </Group>
      <Stack gap="sm">
        <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
          <TextInput
            label="Name"
            required
            miw={180}
            value={name}
            maxLength={maxPolicyNameLength}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            error={errorOf('name')}
          />
          <NativeSelect
            label="Kind of clock"
            value={kind}
            data={slaKinds.map((each) => ({ value: each, label: slaKindTexts[each].name }))}
            onChange={({ currentTarget }) =>
              set({ kind: slaKinds.find((each) => each === currentTarget.value) ?? kind })
            }
          />
        </Group>
        <Text size="xs" c="dimmed">
          SLA clocks start {slaKindTexts[kind].begins} and end {slaKindTexts[kind].ends}.
        </Text>
        <TargetFields
          target={target}
          error={errorOf('target')}
          onChange={(next) => set({ target: next })}
        />
        {kind === 'ticket_reply' && (
          <Choices
            label="Only for tickets of priority"
            options={ticketPriorities.map((each) => ({
              value: each,
              label: ticketPriorityLabels[each],
            }))}
            value={priorities}
            onChange={(chosen) =>
              set({ priorities: ticketPriorities.filter((each) => chosen.includes(each)) })
            }
          />
        )}
        <Choices
          label="Only for customers of size"
          options={sizeTiers.map((each) => ({ value: each, label: each }))}
          value={chosenSizes}
          onChange={(chosen) =>
            set({ sizeTiers: sizeTiers.filter((each) => chosen.includes(each)) })
          }
        />
      </Stack>
    </Paper>
  );
}

interface TargetProperties {
  target: DraftPolicy['target'];
  error: ReactNode;
  onChange: (target: DraftPolicy['target']) => void;
}

function TargetFields({ target, error, onChange }: TargetProperties) {
  return (
    <Group gap="sm" align="flex-start" grow>
      <NumberInput
        label="Within"
        required
        value={Number.isNaN(target.amount) ? '' : target.amount}
        min={1}
        max={maxTargetAmounts[target.unit]}
        clampBehavior="none"
        onChange={(amount) =>
          onChange({ ...target, amount: typeof amount === 'number' ? amount : Number.NaN })
        }
        error={error}
      />
      <NativeSelect
        label="Unit"
        value={target.unit}
        data={targetUnits.map((unit) => ({ value: unit, label: `working ${unit}` }))}
        onChange={({ currentTarget }) =>
          onChange({
            ...target,
            unit: targetUnits.find((unit) => unit === currentTarget.value) ?? target.unit,
          })
        }
      />
    </Group>
  );
}

interface ChoicesProperties {
  label: string;
  options: readonly { value: string; label: string }[];
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
}

/** Group of checkboxes. No selection means that all options apply. */
function Choices({ label, options, value, onChange }: ChoicesProperties) {
  return (
    <Checkbox.Group
      label={label}
      description={
        value.length === 0 ? 'If none are selected, the policy applies to all' : undefined
      }
      value={[...value]}
      onChange={onChange}
    >
      <Group gap="md" mt={6}>
        {options.map((option) => (
          <Checkbox key={option.value} {...option} size="xs" />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
