import { Alert, List, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { countText } from '#shared/core/words.ts';
import type { Playbook, PlaybookFields } from '#shared/playbooks/playbooks.ts';
import { findFallThroughs, numberedStepName } from '#shared/playbooks/rules.ts';
import { useMomentDayFormatter } from '#web/core/days.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { peopleQuery } from '#web/work/data.ts';
import { playbooksQuery, playbookVersionsQuery } from './data.ts';
import { FlowMap } from './flow/FlowMap.tsx';
import { PlaybookTrialResult } from './PlaybookTrialResult.tsx';
import { conditionsText, playbookStepText } from './words.ts';

/** Dialog with the versions and the dry run of a playbook. */
export function PlaybookDetailsDialog({
  playbook,
  onClose,
}: {
  playbook: Playbook;
  onClose: () => void;
}) {
  useFocusBack();
  const dayText = useMomentDayFormatter();
  const versions = useQuery(playbookVersionsQuery(playbook.playbookId));
  const [chosen, setChosen] = useState<number>();
  const version = versions.data?.rows.find((each) => each.version === (chosen ?? playbook.version));
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={playbook.fields.name}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        {playbook.problems.length > 0 && (
          <Alert color="red" title="Conditions that no longer work">
            {playbook.problems.join(' ')} These conditions match no customer until an admin changes
            them.
          </Alert>
        )}
        {versions.error !== null && (
          <ErrorState
            title="Couldn’t load versions"
            error={versions.error}
            onRetry={() => void versions.refetch()}
          />
        )}
        {versions.data === undefined && versions.error === null && (
          <LoadingSkeleton label="Loading versions">
            <SkeletonBlock height={300} />
          </LoadingSkeleton>
        )}
        {version !== undefined && (
          <>
            <NativeSelect
              label="Version"
              value={String(version.version)}
              onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
              data={(versions.data?.rows ?? []).map((each) => ({
                value: String(each.version),
                label: `${each.version}: ${dayText(each.changedAt)}, ${each.changedBy}, ${each.isOn ? 'on' : 'off'}, ${countText(each.active, 'active run')}`,
              }))}
            />
            <PlaybookFacts fields={version.fields} />
          </>
        )}
        <PlaybookTrialResult of={playbook.fields} />
      </Stack>
    </Modal>
  );
}

function PlaybookFacts({
  fields: { ruleId, conditions, againDays, exit, fallbackId, steps },
}: {
  fields: PlaybookFields;
}) {
  const { data: people } = useQuery(peopleQuery);
  const { data: playbooks } = useQuery(playbooksQuery);
  const nameOf = (id: string) =>
    people?.find((person) => person.id === id)?.name ??
    (people === undefined ? '…' : 'a former user');
  const list = useRef<HTMLDivElement>(null);
  const rule = playbooks?.rules.find((each) => each.ruleId === ruleId)?.name;
  return (
    <>
      <List size="sm">
        <List.Item>
          Started {ruleId === null ? 'manually' : `by the alert rule “${rule ?? ''}” or manually`}
        </List.Item>
        <List.Item>
          For {conditions === '' ? 'all customers' : conditionsText(conditions)}
        </List.Item>
        {ruleId !== null && (
          <List.Item>
            After a run, the rule starts no new run for the customer within{' '}
            {countText(againDays, 'day')}
          </List.Item>
        )}
        <List.Item>
          Ends early{' '}
          {exit === '' ? 'only when the customer has left' : `when ${conditionsText(exit)}`}
        </List.Item>
        <List.Item>Fallback assignee: {nameOf(fallbackId)}</List.Item>
      </List>
      {findFallThroughs(steps).map(({ message }) => (
        <Alert key={message} color="yellow" title="One path of a branch runs into the other">
          {message} Until an admin changes it, runs follow the steps as the map shows them.
        </Alert>
      ))}
      <FlowMap
        steps={steps}
        onShow={(stepId) =>
          list.current?.querySelector<HTMLElement>(`[data-step="${stepId}"]`)?.focus()
        }
      />
      <Stack
        ref={list}
        component="ol"
        gap="xs"
        p={0}
        m={0}
        aria-label="Steps"
        style={{ listStyle: 'none' }}
      >
        {steps.map((step) => (
          <li key={step.stepId} data-step={step.stepId} tabIndex={-1}>
            <Text size="sm" fw={500}>
              {numberedStepName(steps, step)}
            </Text>
            <Text size="sm" c="dimmed">
              {playbookStepText(steps, step, nameOf)}
            </Text>
          </li>
        ))}
      </Stack>
    </>
  );
}
