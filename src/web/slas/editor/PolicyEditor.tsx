import { Alert, Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { maxPolicies, type VersionedPolicies } from '#shared/slas/policies.ts';
import { EditorDialog } from '#web/ui/editor/EditorDialog.tsx';
import { useSavePolicies } from '../data.ts';
import {
  createPolicyDraft,
  type DraftPolicy,
  toPolicyDraft,
  toSlaPolicy,
  validatePolicyDrafts,
} from './draft.ts';
import { PolicyCard } from './PolicyCard.tsx';

/**
 * Dialog to edit the policies. Saving creates a new version of all policies. Running clocks keep
 * their version.
 */
export function PolicyEditor({
  inForce,
  onClose,
}: {
  inForce: VersionedPolicies;
  onClose: () => void;
}) {
  const [base] = useState(inForce);
  const form = useForm<{ policies: DraftPolicy[] }>({
    initialValues: { policies: base.policies.map(toPolicyDraft) },
    validate: ({ policies }) => validatePolicyDrafts(policies),
  });
  const { policies } = form.values;
  const save = useSavePolicies();

  const send = () =>
    save.mutate(
      { version: base.version, policies: policies.map(toSlaPolicy) },
      {
        onSuccess: ({ version }) => {
          notifications.show({
            title: `Policies saved as version ${version}`,
            message: 'Running clocks keep the version with which they started.',
          });
          onClose();
        },
      },
    );

  return (
    <EditorDialog
      title="Edit policies"
      size="lg"
      validate={() => !form.validate().hasErrors}
      saves={[{ label: 'Save', onSave: send }]}
      sending={save}
      onClose={onClose}
    >
      <Text size="sm">A new clock uses the first policy that is on and matches.</Text>
      <Stack component="ol" gap="sm" p={0} m={0} aria-label="Policies">
        {policies.map((draft, at) => (
          <PolicyCard
            key={draft.policyId}
            draft={draft}
            index={at}
            count={policies.length}
            errorOf={(field) => form.errors[`policies.${at}.${field}`]}
            onChange={(changed) => form.replaceListItem('policies', at, changed)}
            onMove={(to) => form.reorderListItem('policies', { from: at, to })}
            onRemove={() => form.removeListItem('policies', at)}
          />
        ))}
      </Stack>
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={policies.length >= maxPolicies}
          onClick={() => form.insertListItem('policies', createPolicyDraft())}
        >
          Add policy
        </Button>
      </div>
      {form.errors.policies !== undefined && (
        <Alert color="red" role="alert" tabIndex={-1}>
          {form.errors.policies}
        </Alert>
      )}
    </EditorDialog>
  );
}
