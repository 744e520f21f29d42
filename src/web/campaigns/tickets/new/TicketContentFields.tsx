import {
  Button,
  Group,
  Menu,
  NativeSelect,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { type RefObject, useRef } from 'react';
import { maxDraftLengths } from '#shared/campaigns/tickets/draft.ts';
import {
  type CampaignKind,
  campaignKinds,
  campaignKindTemplates,
} from '#shared/campaigns/tickets/kinds.ts';
import { campaignFieldKeys, campaignFields } from '#shared/campaigns/tickets/text.ts';
import { ticketPriorities, ticketPriorityLabels } from '#shared/tickets/changes.ts';
import type { TicketChoices } from '#shared/tickets/desk.ts';
import { type CampaignFormProblems, type CampaignFormValues, changeCampaignKind } from './form.ts';

interface Properties {
  form: CampaignFormValues;
  problems: CampaignFormProblems;
  stages: TicketChoices['stages'];
  onChange: (form: CampaignFormValues) => void;
}

/** Fields for name, kind, subject, text, starting stage and priority. */
export function TicketContentFields({ form, problems, stages, onChange }: Properties) {
  const set = (part: Partial<CampaignFormValues>) => onChange({ ...form, ...part });
  const subject = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  const stageKey = ({ pipelineId, stageId }: { pipelineId: string; stageId: string }) =>
    JSON.stringify([pipelineId, stageId]);
  return (
    <Stack gap="sm" data-guide="campaign-text">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput
          label="Campaign name"
          description="Only visible to your team"
          value={form.name}
          maxLength={maxDraftLengths.name}
          error={problems.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          required
        />
        <NativeSelect
          label="Kind"
          description="Provides a starting text for the ticket"
          value={form.kind}
          data={campaignKinds.map((kind) => ({
            value: kind,
            label: campaignKindTemplates[kind].name,
          }))}
          onChange={({ currentTarget: { value } }) =>
            onChange(
              changeCampaignKind(
                form,
                campaignKinds.find((kind): kind is CampaignKind => kind === value) ?? 'other',
              ),
            )
          }
        />
      </SimpleGrid>
      <TextInput
        ref={subject}
        label="Subject"
        value={form.subject}
        maxLength={maxDraftLengths.subject}
        error={problems.subject}
        onChange={({ currentTarget }) => set({ subject: currentTarget.value })}
        required
      />
      <FieldMenu
        into="subject"
        field={subject}
        value={form.subject}
        onChange={(value) => set({ subject: value })}
      />
      <Textarea
        ref={body}
        label="Text"
        autosize
        minRows={6}
        maxRows={18}
        value={form.body}
        maxLength={maxDraftLengths.body}
        error={problems.body}
        onChange={({ currentTarget }) => set({ body: currentTarget.value })}
        required
      />
      <FieldMenu
        into="text"
        field={body}
        value={form.body}
        onChange={(value) => set({ body: value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NativeSelect
          label="Starting stage"
          value={form.stage === null ? '' : stageKey(form.stage)}
          error={problems.stage}
          data={[
            ...Map.groupBy(
              stages.filter(({ isOpen }) => isOpen),
              ({ pipelineId }) => pipelineId,
            ).values(),
          ].map((own) => ({
            group: own[0]?.pipeline ?? '',
            items: own.map((stage) => ({ value: stageKey(stage), label: stage.stage })),
          }))}
          onChange={({ currentTarget: { value } }) => {
            const found = stages.find((stage) => stageKey(stage) === value);
            if (found !== undefined)
              set({ stage: { pipelineId: found.pipelineId, stageId: found.stageId } });
          }}
        />
        <NativeSelect
          label="Priority"
          value={form.priority}
          data={ticketPriorities.map((priority) => ({
            value: priority,
            label: ticketPriorityLabels[priority],
          }))}
          onChange={({ currentTarget: { value } }) =>
            set({ priority: ticketPriorities.find((priority) => priority === value) ?? 'MEDIUM' })
          }
        />
      </SimpleGrid>
    </Stack>
  );
}

interface FieldMenuProperties {
  into: string;
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
  value: string;
  onChange: (value: string) => void;
}

/** Menu that inserts a field into the text at the cursor, or at the end. */
function FieldMenu({ into, field, value, onChange }: FieldMenuProperties) {
  const insert = (key: string) => {
    const { selectionStart: from, selectionEnd: until } = field.current ?? {
      selectionStart: null,
      selectionEnd: null,
    };
    const start = from ?? value.length;
    onChange(`${value.slice(0, start)}{${key}}${value.slice(until ?? start)}`);
  };
  return (
    <Group mt={-6}>
      <Menu position="bottom-start" width={320}>
        <Menu.Target>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconBraces size={13} aria-hidden />}
          >
            Insert field into {into}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {campaignFieldKeys.map((key) => (
            <Menu.Item key={key} onClick={() => insert(key)}>
              {campaignFields[key].label}
              <span
                style={{
                  display: 'block',
                  fontSize: '0.8em',
                  color: 'var(--mantine-color-dimmed)',
                }}
              >
                {`{${key}}, or “${campaignFields[key].fallback}” if unknown`}
              </span>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
