import { ActionIcon, Checkbox, Group, NativeSelect, NumberInput, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { sizeTiers } from '#shared/core/tiers.ts';
import { longestPolicyName } from '#shared/slas/policies.ts';
import { slaKinds, slaKindWords } from '#shared/slas/words.ts';
import { priorityWords, ticketPriorities } from '#shared/tickets/changes.ts';
import { type DraftPolicy, maximumAmounts, type Problems, targetUnits } from './draft.ts';

interface Properties {
  draft: DraftPolicy;
  /** One-based number of the policy. */
  place: number;
  problems: Problems;
  onChange: (draft: DraftPolicy) => void;
  /** `undefined` for the first policy; `onDown` for the last one. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: () => void;
}

/** Card for editing a policy. */
export function PolicyCard({ draft, place, problems, onChange, onUp, onDown, onRemove }: Properties) {
  const { policyId, kind, name, target, priorities, sizeTiers: chosenSizes, isOn } = draft;
  const set = (part: Partial<DraftPolicy>) => onChange({ ...draft, ...part });
  const called = name.trim() === '' ? `policy ${place}` : name.trim();
  return (
    <Paper component="li" p="sm" bg="var(--surface)" aria-label={`Policy ${place}`} style={{ listStyle: 'none' }}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="xs">
        <Checkbox
          label={isOn ? 'On' : 'Off'}
          aria-label={`${isOn ? 'On' : 'Off'}, ${called}`}
          checked={isOn}
          onChange={({ currentTarget }) => set({ isOn: currentTarget.checked })}
        />
        <Group gap={2} wrap="nowrap">
          <ActionIcon variant="subtle" color="gray" aria-label={`Move ${called} up`} disabled={onUp === undefined} onClick={onUp}>
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={`Move ${called} down`} disabled={onDown === undefined} onClick={onDown}>
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${called}`} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      <Stack gap="sm">
        <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
          <TextInput
            label="Name"
            required
            miw={180}
            value={name}
            maxLength={longestPolicyName}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            error={problems.of(policyId, 'name')}
          />
          <NativeSelect
            label="For"
            value={kind}
            data={slaKinds.map((each) => ({ value: each, label: slaKindWords[each].name }))}
            onChange={({ currentTarget }) => set({ kind: slaKinds.find((each) => each === currentTarget.value) ?? kind })}
          />
        </Group>
        <Text size="xs" c="dimmed">
          Its clocks start {slaKindWords[kind].begins} and end {slaKindWords[kind].ends}.
        </Text>
        <TargetFields target={target} error={problems.of(policyId, 'target')} onChange={(next) => set({ target: next })} />
        {kind === 'ticket_reply' && (
          <Choices
            label="Only for tickets of priority"
            options={ticketPriorities.map((each) => ({ value: each, label: priorityWords[each] }))}
            value={priorities}
            onChange={(chosen) => set({ priorities: ticketPriorities.filter((each) => chosen.includes(each)) })}
          />
        )}
        <Choices
          label="Only for customers of size"
          options={sizeTiers.map((each) => ({ value: each, label: each }))}
          value={chosenSizes}
          onChange={(chosen) => set({ sizeTiers: sizeTiers.filter((each) => chosen.includes(each)) })}
        />
      </Stack>
    </Paper>
  );
}

interface TargetProperties {
  target: DraftPolicy['target'];
  error: string | undefined;
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
        max={maximumAmounts[target.unit]}
        clampBehavior="none"
        onChange={(amount) => onChange({ ...target, amount: typeof amount === 'number' ? amount : Number.NaN })}
        error={error}
      />
      <NativeSelect
        label="Counted in"
        value={target.unit}
        data={targetUnits.map((unit) => ({ value: unit, label: `working ${unit}` }))}
        onChange={({ currentTarget }) =>
          onChange({ ...target, unit: targetUnits.find((unit) => unit === currentTarget.value) ?? target.unit })
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

/** Checkbox group; no selection means all. */
function Choices({ label, options, value, onChange }: ChoicesProperties) {
  return (
    <Checkbox.Group
      label={label}
      description={value.length === 0 ? 'None selected: all' : undefined}
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
