import { Anchor, Group, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import { countText } from '#shared/core/words.ts';
import type { DisabledUserWithWork, getTeam } from '#shared/team/team.ts';
import {
  actionItemsOfPersonPath,
  customersOfOwnersPath,
  openProspectsOfPersonPath,
  riskCasesOfPersonPath,
  teamTasksPath,
} from './paths.ts';
import { ReassignButton } from './reassign/ReassignButton.tsx';
import { movableKindCountText } from './words.ts';

/** Customers and work without an active owner. Each number links to the list of what it counts. */
export function UnownedCustomersAndWork({
  team: { withoutOwner, unknownOwners, leavers, rows },
}: {
  team: ResponseOf<typeof getTeam>;
}) {
  const uncovered = rows.filter(({ isUncovered }) => isUncovered);
  const unasked = <Text size="sm">The CRM is unavailable, so some owners may be missing.</Text>;
  if ((withoutOwner ?? 0) + unknownOwners.length + leavers.length + uncovered.length === 0)
    return withoutOwner === null ? (
      unasked
    ) : (
      <Text size="sm">Every customer has an active owner.</Text>
    );
  return (
    <>
      {withoutOwner === null && unasked}
      <List size="sm" spacing={4}>
        {withoutOwner !== null && withoutOwner > 0 && (
          <Gap
            button={
              <ReassignButton
                from={{ kind: 'owner', ownerName: unassignedOwner }}
                of="customers without an owner"
              />
            }
          >
            <Customers ownerName={unassignedOwner} count={withoutOwner} /> without an owner
          </Gap>
        )}
        {unknownOwners.map(({ ownerName, customers }) => (
          <Gap
            key={ownerName}
            button={<ReassignButton from={{ kind: 'owner', ownerName }} of={ownerName} />}
          >
            <Customers ownerName={ownerName} count={customers} /> of {ownerName}, who has left or
            never signed in
          </Gap>
        ))}
        {leavers.map((leaver) => (
          <Gap
            key={leaver.person.id}
            button={
              <ReassignButton
                from={{ kind: 'person', userId: leaver.person.id }}
                of={leaver.person.name}
              />
            }
          >
            <RemainingWork leaver={leaver} /> of {leaver.person.name}, who is disabled
          </Gap>
        ))}
        {uncovered.map(({ person, customers }) => (
          <Gap
            key={person.id}
            button={
              <ReassignButton from={{ kind: 'person', userId: person.id }} of={person.name} />
            }
          >
            <Customers ownerName={person.name} count={customers} /> of {person.name}, who is away
            without cover
          </Gap>
        ))}
      </List>
    </>
  );
}

const Gap = ({ button, children }: { button: ReactNode; children: ReactNode }) => (
  <List.Item>
    <Group gap="xs">
      <Text size="sm" span>
        {children}
      </Text>
      {button}
    </Group>
  </List.Item>
);

/** Open work of a disabled user. */
function RemainingWork({
  leaver: {
    person,
    ownerNames,
    customers,
    openTasks,
    riskCases,
    openCalls,
    prospects,
    prospectTasks,
  },
}: {
  leaver: DisabledUserWithWork;
}) {
  const parts = [
    { kind: 'customer', count: customers, to: customersOfOwnersPath(...ownerNames) },
    { kind: 'task', count: openTasks, to: teamTasksPath({ personName: person.name }) },
    { kind: 'risk', count: riskCases, to: riskCasesOfPersonPath(person.name) },
    { kind: 'call', count: openCalls, to: actionItemsOfPersonPath(person.name) },
    { kind: 'prospect', count: prospects, to: openProspectsOfPersonPath(person.name) },
    { kind: 'prospectTask', count: prospectTasks, to: null },
  ] as const;
  return parts
    .filter(({ count }) => count > 0)
    .map(({ kind, count, to }, at) => (
      <span key={kind}>
        {at > 0 && ', '}
        {to === null ? (
          movableKindCountText(kind, count)
        ) : (
          <RowsOf to={to}>{movableKindCountText(kind, count)}</RowsOf>
        )}
      </span>
    ));
}

const Customers = ({ ownerName, count }: { ownerName: string; count: number }) => (
  <RowsOf to={customersOfOwnersPath(ownerName)}>{countText(count, 'customer')}</RowsOf>
);

const RowsOf = ({ to, children }: { to: To; children: ReactNode }) => (
  <Anchor component={Link} to={to} inherit td="underline">
    {children}
  </Anchor>
);
