import { Button, Group, List, Select, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { daysBetween } from '#shared/core/dates.ts';
import { capitalize, nearDayInWords } from '#shared/core/words.ts';
import {
  type PlaybookFields,
  type PlaybookPath,
  playbookFieldsSchema,
  postPlaybookPath,
} from '#shared/playbooks/playbooks.ts';
import { numberedStepName, stepProblems } from '#shared/playbooks/rules.ts';
import type { PlaybookStep } from '#shared/playbooks/steps.ts';
import { call } from '#web/core/api.ts';
import { useToday } from '#web/core/days.ts';
import { institutionListQuery } from '#web/portfolio/institution-list.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { conditionsText } from '../words.ts';

const simulatedFields = playbookFieldsSchema.pick({
  ruleId: true,
  conditions: true,
  againDays: true,
  exit: true,
  steps: true,
});

/** Dry run of the steps for one customer: the path that a run takes, with days and reasons. */
export function PathTrial({ of }: { of: PlaybookFields }) {
  const [institutionId, setInstitutionId] = useState<string | null>(null);
  const { data } = useQuery(institutionListQuery);
  const { ruleId, conditions, againDays, exit, steps } = of;
  const fields = simulatedFields.safeParse({
    ...{ ruleId, conditions, exit, steps },
    againDays: Number.isNaN(againDays) ? 0 : againDays,
  });
  const isSound = fields.success && stepProblems(steps).length === 0;
  const body = {
    ...(fields.data ?? { ruleId, conditions, againDays: 0, exit, steps: [] }),
    institutionId: institutionId === null ? null : Number(institutionId),
  };
  const trial = useMutation({
    mutationFn: (sent: typeof body) => call(postPlaybookPath, { body: sent }),
  });
  const isOfThis = JSON.stringify(trial.variables) === JSON.stringify(body);
  return (
    <div data-guide="playbook-path">
      <Group align="flex-end" gap="xs" mt="sm">
        <Select
          label="Follow the steps for"
          placeholder="A sample customer"
          data={(data?.rows ?? []).map((row) => ({
            value: String(row.institutionId),
            label: row.institutionName,
          }))}
          value={institutionId}
          onChange={setInstitutionId}
          limit={50}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Follow the steps for: a sample customer' }}
          comboboxProps={{ withinPortal: false }}
          nothingFoundMessage="No matching customers"
          flex={1}
        />
        <Button
          variant="default"
          disabled={!isSound}
          loading={trial.isPending}
          onClick={() => trial.mutate(body)}
        >
          Follow steps
        </Button>
      </Group>
      {!isSound && (
        <Text size="xs" c="dimmed" mt={4}>
          Complete the steps to follow them.
        </Text>
      )}
      <div aria-live="polite">
        {isOfThis && trial.error !== null && (
          <ErrorState
            title="Couldn’t follow the steps"
            error={trial.error}
            onRetry={() => trial.mutate(body)}
          />
        )}
        {isOfThis && trial.data !== undefined && <Taken steps={steps} taken={trial.data} />}
      </div>
    </div>
  );
}

function Taken({
  steps,
  taken: { customer, startedOn, isPastStart, fits, path, end },
}: {
  steps: readonly PlaybookStep[];
  taken: PlaybookPath;
}) {
  const today = useToday();
  if (customer === null) return <Text size="sm">There are no customers to follow yet.</Text>;
  const dayText = (day: string) =>
    `day ${daysBetween(startedOn, day)}, ${nearDayInWords(day, today)}`;
  return (
    <>
      <Text size="sm" mt="xs">
        {customer.institutionName},{' '}
        {isPastStart ? 'when the playbook would last have started' : 'started today'}.
        {!isPastStart &&
          !fits &&
          ' The customer doesn’t match the playbook’s conditions, so no run would start.'}{' '}
        Tasks and checkpoints count as done on their due days. Conditions use the scores known on
        the day; after today, they use today’s scores.
      </Text>
      <List type="ordered" size="sm" mt="xs" listStyleType="none" aria-label="Path taken">
        {path.flatMap(({ stepId, on, leftOn, outcome }) => {
          const step = steps.find((each) => each.stepId === stepId);
          return step === undefined
            ? []
            : [
                <List.Item key={stepId}>
                  <b>{capitalize(dayText(on))}:</b> {numberedStepName(steps, step)}{' '}
                  <Text span inherit c="dimmed">
                    ({whyText(step, outcome, leftOn === null ? null : dayText(leftOn))})
                  </Text>
                </List.Item>,
              ];
        })}
        <List.Item>
          {end === null
            ? 'The run doesn’t end within a year.'
            : `${capitalize(dayText(end.on))}: ${end.state === 'completed' ? 'Run completed' : 'Run ends early'}${end.reason === null ? '' : `. ${end.reason}`}.`}
        </List.Item>
      </List>
    </>
  );
}

/** Describes why the run left a step. `left` is the day in words; `null` when it stays. */
function whyText(
  step: PlaybookStep,
  outcome: PlaybookPath['path'][number]['outcome'],
  left: string | null,
): string {
  if (outcome === 'yes' && step.kind === 'branch')
    return `Yes path, because the customer matches ${conditionsText(step.conditions)}`;
  if (outcome === 'no' && step.kind === 'branch')
    return `Otherwise path, because the customer doesn’t match ${conditionsText(step.conditions)}`;
  if (outcome === 'held' && step.kind === 'checkpoint')
    return `passes automatically, because the customer matches ${conditionsText(step.until)}`;
  if (outcome === 'ended') return 'ends with the run';
  if (outcome === 'waited') return `waits until ${left}`;
  if (outcome === 'done') return `done on ${left}`;
  return left === null ? 'stays open' : 'continues immediately';
}
