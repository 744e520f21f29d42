import { Button, Code, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { modelMessagesExampleQuery } from '../data.ts';

/** Button for the dialog with the text that the language model receives. */
export function ModelMessagesButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
        Show what is sent
      </Button>
      {isOpen && <SentTextDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function SentTextDialog({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const { data, error, refetch } = useQuery(modelMessagesExampleQuery);
  return (
    <Modal
      opened
      onClose={onClose}
      title="What the language model receives"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        <Text size="sm">
          When the AI Assistant refuses a question, the model receives the question and the names of
          lists and columns, and rewrites the question. It never receives rows or figures. Names of
          customers and users, email addresses, phone numbers, links, and numbers that look like
          ids, are replaced by placeholders. A question isn’t sent when it still has an unknown
          capitalized word after the first word, or an unknown word that is part of only a few
          customers’ names.
        </Text>
        {error !== null && (
          <ErrorState
            title="Couldn’t load the example"
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {data === undefined && error === null && (
          <LoadingSkeleton label="Loading the example">
            <SkeletonBlock height={260} />
          </LoadingSkeleton>
        )}
        {data !== undefined && (
          <>
            <Text size="sm">
              Nothing was sent for this example. The question “{data.question}” would be sent as
              these messages, with the name of the model and the limits of its reply:
            </Text>
            {/* The message with the rules is long and always the same, so it is shown last. */}
            {data.messages.toReversed().map(({ role, content }) => (
              <Stack key={role} gap={4}>
                <Text size="xs" c="dimmed">
                  {role === 'user' ? 'Question' : 'Rules, lists and columns'}
                </Text>
                <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                  {content}
                </Code>
              </Stack>
            ))}
          </>
        )}
      </Stack>
    </Modal>
  );
}
