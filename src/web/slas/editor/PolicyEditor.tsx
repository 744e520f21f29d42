import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { mostPolicies, type VersionedPolicies } from '#shared/slas/policies.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { submitHandler } from '#web/ui/sending/sending.ts';
import { useSavePolicies } from '../data.ts';
import { draftOf, movedPolicy, newPolicy, policyOf, problemsOf } from './draft.ts';
import { PolicyCard } from './PolicyCard.tsx';

const noProblems = problemsOf([]);

/** Dialog for editing the policies. Saving creates a new version of all policies; running clocks keep theirs. */
export function PolicyEditor({ inForce, onClose }: { inForce: VersionedPolicies; onClose: () => void }) {
  useFocusBack();
  const form = useRef<HTMLFormElement>(null);
  const [base] = useState(inForce);
  const [drafts, setDrafts] = useState(() => base.policies.map(draftOf));
  const [wasRefused, setWasRefused] = useState(false);
  const save = useSavePolicies();
  const problems = wasRefused ? problemsOf(drafts) : noProblems;

  function send(): void {
    if (!problemsOf(drafts).isFine) {
      setWasRefused(true);
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus());
      return;
    }
    save.mutate(
      { version: base.version, policies: drafts.map(policyOf) },
      {
        onSuccess: ({ version }) => {
          notifications.show({ title: `Policies saved as version ${version}`, message: 'Running clocks keep their version.' });
          onClose();
        },
      },
    );
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title="Edit policies"
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={false}
    >
      <form ref={form} noValidate onSubmit={submitHandler(send)}>
        <Stack gap="md">
          <Text size="sm">The first policy that is on and matches applies to a new clock.</Text>
          <Stack component="ol" gap="sm" p={0} m={0} aria-label="Policies">
            {drafts.map((draft, at) => (
              <PolicyCard
                key={draft.policyId}
                draft={draft}
                place={at + 1}
                problems={problems}
                onChange={(changed) => setDrafts(drafts.with(at, changed))}
                onUp={at === 0 ? undefined : () => setDrafts(movedPolicy(drafts, at, at - 1))}
                onDown={at === drafts.length - 1 ? undefined : () => setDrafts(movedPolicy(drafts, at, at + 1))}
                onRemove={() => setDrafts(drafts.toSpliced(at, 1))}
              />
            ))}
          </Stack>
          <div>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              disabled={drafts.length >= mostPolicies}
              onClick={() => setDrafts([...drafts, newPolicy()])}
            >
              Add policy
            </Button>
          </div>
          {problems.whole.map((problem) => (
            <Alert key={problem} color="red" role="alert" tabIndex={-1}>
              {problem}
            </Alert>
          ))}
          <SendError error={save.error} />
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
