import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { Button, Checkbox, Group, Modal, MultiSelect, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import { countText, numberText } from '#shared/core/words.ts';
import {
  type MemberLoadWithCover,
  maxReassignedItems,
  movableKinds,
  type Reassignable,
  type ReassignSource,
} from '#shared/team/reassign/reassign.ts';
import { classifyWorkload, sumNeededHours } from '#shared/team/rules.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { workloadText } from '#web/work/workload-text.ts';
import { movableKindNames } from '../words.ts';
import { reassignableQuery, useReassignWork } from './data.ts';
import { LoadsTable } from './LoadsTable.tsx';
import { ReassignmentTable } from './ReassignmentTable.tsx';
import { useReassignmentPlan } from './use-plan.ts';

/**
 * Dialog to reassign a person's work. The admin selects work and new assignees, and compares the
 * workloads.
 */
export function ReassignDialog({ from, onClose }: { from: ReassignSource; onClose: () => void }) {
  useFocusBack();
  const source = useQuery(reassignableQuery(from));
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Reassign work: ${nameOf(from, source.data)}`}
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {source.data === undefined && source.error === null && (
        <LoadingSkeleton label="Loading work">
          <SkeletonBlock height={360} />
        </LoadingSkeleton>
      )}
      {source.error !== null && (
        <ErrorState
          title="Couldn’t load the work"
          error={source.error}
          onRetry={() => void source.refetch()}
        />
      )}
      {source.data !== undefined && <Wizard from={from} source={source.data} onClose={onClose} />}
    </Modal>
  );
}

function nameOf(from: ReassignSource, source: Reassignable | undefined): string {
  if (from.kind === 'person') return source?.person?.name ?? '…';
  return from.ownerName === unassignedOwner
    ? 'customers without an owner'
    : `customers of ${from.ownerName}`;
}

function Wizard({
  from,
  source,
  onClose,
}: {
  from: ReassignSource;
  source: Reassignable;
  onClose: () => void;
}) {
  const plan = useReassignmentPlan(source);
  const reassign = useReassignWork(from);
  const { items, loads, person } = source;
  const others = loads.filter((load) => load.person.id !== person?.id).toSorted(byLoad);
  const takers = others.filter((load) => plan.takerIds.includes(load.person.id));
  const shown = loads.filter(
    (load) => load.person.id === person?.id || plan.takerIds.includes(load.person.id),
  );
  const tooMuch = takers.filter(
    (load) =>
      classifyWorkload(plan.after.get(load.person.id) ?? 0, load.availableHours) === 'too_much',
  );
  const send = () => reassign.mutate(plan.moves, { onSuccess: onClose });
  if (items.length === 0)
    return (
      <Stack>
        <Text size="sm">No open work to reassign.</Text>
        <Fixed source={source} />
      </Stack>
    );
  return (
    <Stack gap="md">
      <Part title="1. Work to reassign">
        <Checkbox.Group
          value={[...plan.kinds]}
          onChange={(value) => plan.setKinds(movableKinds.filter((kind) => value.includes(kind)))}
          aria-label="Work to reassign"
        >
          <Group gap="md">
            {movableKinds.map((kind) => {
              const count = items.filter((item) => item.kind === kind).length;
              return count === 0 ? null : (
                <Checkbox
                  key={kind}
                  value={kind}
                  label={`${movableKindNames[kind]} (${numberText(count)})`}
                />
              );
            })}
          </Group>
        </Checkbox.Group>
        <Fixed source={source} />
      </Part>
      <Part title="2. New assignees">
        <MultiSelect
          aria-label="New assignees"
          placeholder={takers.length === 0 ? 'Choose one or more people' : ''}
          data={others.map((load) => ({
            value: load.person.id,
            label: `${load.person.name}: ${standing(load)}`,
            disabled: load.availableHours === 0,
          }))}
          value={[...plan.takerIds]}
          onChange={plan.setTakerIds}
          nothingFoundMessage="No person found"
          searchable
          data-autofocus
        />
        <Text size="xs" c="dimmed">
          All work for a customer or prospect goes to the same person: the customer’s owner if
          selected here, otherwise the person with the lowest load.
        </Text>
      </Part>
      <Part title="3. Workload before and after">
        {takers.length === 0 ? (
          <Text size="sm">Choose an assignee to compare workloads.</Text>
        ) : (
          <>
            <LoadsTable loads={shown} before={plan.before} after={plan.after} />
            {tooMuch.length > 0 && (
              <Group gap="sm">
                <Text size="sm" role="status">
                  ▲ Over capacity: {tooMuch.map((load) => load.person.name).join(', ')}. Choose more
                  people, or deselect some work.
                </Text>
                <Button size="compact-sm" variant="default" onClick={plan.leaveSurplus}>
                  Deselect work over capacity
                </Button>
              </Group>
            )}
            <ReassignmentTable
              bundles={plan.bundles}
              takers={takers.map((load) => load.person)}
              givenTo={plan.givenTo}
              isChosen={plan.isChosen}
              onChoose={plan.choose}
              onGive={plan.give}
            />
          </>
        )}
      </Part>
      {reassign.error !== null && (
        <ErrorState title="Couldn’t reassign the work" error={reassign.error} onRetry={send} />
      )}
      <DialogButtons onClose={onClose}>
        <Button loading={reassign.isPending} disabled={plan.moves.length === 0} onClick={send}>
          {plan.moves.length === 0
            ? 'Reassign'
            : `Reassign ${countText(plan.moves.length, 'item')}`}
        </Button>
      </DialogButtons>
    </Stack>
  );
}

/** Compares two people by workload, lowest first. People without available hours come last. */
function byLoad(one: MemberLoadWithCover, other: MemberLoadWithCover): number {
  const loadOf = ({ hours, availableHours }: MemberLoadWithCover) =>
    availableHours === 0 ? Number.MAX_VALUE : sumNeededHours(hours) / availableHours;
  return loadOf(one) - loadOf(other);
}

const standing = ({ hours, availableHours, isAway }: MemberLoadWithCover): string =>
  workloadText({ neededHours: sumNeededHours(hours), availableHours, isAway });

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap={6} component="section" aria-label={title}>
    <Title order={3} size="h5">
      {title}
    </Title>
    {children}
  </Stack>
);

/** Explains which work can't be reassigned here, and why. */
function Fixed({ source: { fixedCustomers, ownersAreElsewhere, left } }: { source: Reassignable }) {
  return (
    <>
      {fixedCustomers > 0 && (
        <Text size="sm">
          {countText(fixedCustomers, 'customer')}{' '}
          {ownersAreElsewhere
            ? `${fixedCustomers === 1 ? 'stays' : 'stay'} with the current owner. Change the owner in the CRM.`
            : 'without a deal can’t be reassigned, because the owner is set on the deal.'}
        </Text>
      )}
      {left > 0 && (
        <Text size="sm">
          {countText(left, 'more item')} can be reassigned in the next step. The limit is{' '}
          {numberText(maxReassignedItems)} at once.
        </Text>
      )}
    </>
  );
}
