import { numberText } from '#shared/core/words.ts';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { MultiSelect, Radio, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { campaignLimits } from '#shared/campaigns/tickets/constants.ts';
import type { TicketChoices } from '#shared/tickets/desk.ts';
import type { CampaignFormProblems, CampaignFormValues } from './form.ts';

interface Properties {
  form: CampaignFormValues;
  problems: CampaignFormProblems;
  /** Problem with the due date; `undefined` when there is none. */
  dueProblem: string | undefined;
  owners: TicketChoices['owners'];
  onChange: (form: CampaignFormValues) => void;
}

const assignmentOptions = [
  { value: 'owner', label: 'Each customer’s owner' },
  { value: 'pool', label: 'Several people in turn' },
  { value: 'one', label: 'One person' },
] as const;

/** Fields for the assignment and the due date of the tickets. */
export function AssignmentFields({ form, problems, dueProblem, owners, onChange }: Properties) {
  const set = (part: Partial<CampaignFormValues>) => onChange({ ...form, ...part });
  const people = owners.map(({ ownerId, ownerName }) => ({
    value: String(ownerId),
    label: ownerName,
  }));
  return (
    <Stack gap="sm" data-guide="campaign-assignment">
      <Radio.Group
        label="Assign tickets to"
        value={form.to}
        onChange={(value) =>
          set({ to: assignmentOptions.find((option) => option.value === value)?.value ?? 'owner' })
        }
      >
        <Stack gap={6} mt={6}>
          {assignmentOptions.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {form.to === 'pool' ? (
          <MultiSelect
            label="People"
            description={`A campaign has at most ${numberText(campaignLimits.mostRecipients)} tickets, which are assigned to these people in turn`}
            data={people}
            value={form.pool.map(String)}
            error={problems.assignment}
            onChange={(ids) => set({ pool: ids.map(Number) })}
            searchable
            clearable
            required
          />
        ) : (
          <Select
            label={form.to === 'owner' ? 'For customers without an owner' : 'Person'}
            data={people}
            value={form.person === null ? null : String(form.person)}
            error={problems.assignment}
            onChange={(id) => set({ person: id === null ? null : Number(id) })}
            searchable
            required
          />
        )}
        <TextInput
          type="date"
          label="Due date"
          value={form.dueOn ?? ''}
          error={dueProblem === undefined ? problems.dueOn : `This day ${dueProblem}`}
          onChange={({ currentTarget }) => set({ dueOn: currentTarget.value || null })}
          required
        />
      </SimpleGrid>
    </Stack>
  );
}
