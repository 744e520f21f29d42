import { List, Modal, Stack, Text, Title } from '@mantine/core';
import type { VersionedPolicies } from '#shared/slas/policies.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { policyText } from './policy-text.ts';

/** Describes the changes between two versions, by policy. */
function changesBetween(
  before: VersionedPolicies | undefined,
  after: VersionedPolicies,
): ReadonlyMap<string, string> {
  if (before === undefined) return new Map();
  const known = new Map(before.policies.map((policy) => [policy.policyId, policy]));
  return new Map(
    after.policies.flatMap((policy) => {
      const old = known.get(policy.policyId);
      if (old === undefined) return [[policy.policyId, 'new']];
      const was = [
        ...(old.name === policy.name ? [] : [old.name]),
        ...(policyText(old) === policyText(policy) ? [] : [policyText(old)]),
      ];
      return was.length === 0 ? [] : [[policy.policyId, `was ${was.join(', ')}`]];
    }),
  );
}

/** Dialog with all versions of the policies, newest first, and their changes. */
export function PolicyHistory({
  versions,
  onClose,
}: {
  versions: readonly VersionedPolicies[];
  onClose: () => void;
}) {
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title="Policy versions"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="lg">
        <Text size="sm">A clock keeps the version that was in force when it started.</Text>
        {versions.map((version, at) => (
          <Version
            key={version.version}
            version={version}
            before={versions[at + 1]}
            isInForce={at === 0}
          />
        ))}
      </Stack>
    </Modal>
  );
}

interface Properties {
  version: VersionedPolicies;
  before: VersionedPolicies | undefined;
  isInForce: boolean;
}

function Version({ version, before, isInForce }: Properties) {
  const { policies, madeBy, madeAt } = version;
  const momentText = useMomentFormatter();
  const changes = changesBetween(before, version);
  const dropped =
    before?.policies.filter((old) => !policies.some(({ policyId }) => policyId === old.policyId)) ??
    [];
  return (
    <section>
      <Title order={3} size="h5">
        Version {version.version}
        {isInForce && ', current'}
      </Title>
      <Text size="xs" c="dimmed" mb={4}>
        {madeAt === null
          ? 'Default policies'
          : `${momentText(madeAt)}, ${madeBy?.name ?? 'a former user'}`}
      </Text>
      {policies.length === 0 && <Text size="sm">No policies.</Text>}
      <List size="sm" type="ordered">
        {policies.map((policy) => {
          const change = changes.get(policy.policyId);
          return (
            <List.Item key={policy.policyId}>
              <b>{policy.name}</b>. {policyText(policy)}
              {change !== undefined && (
                <Text span inherit fs="italic">
                  {' '}
                  ({change})
                </Text>
              )}
            </List.Item>
          );
        })}
      </List>
      {dropped.length > 0 && (
        <Text size="sm">Removed: {dropped.map(({ name }) => name).join(', ')}</Text>
      )}
    </section>
  );
}
