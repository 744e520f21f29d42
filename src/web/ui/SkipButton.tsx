import { Button, Kbd } from '@mantine/core';

/** Button that goes to the next row without an outcome, with its key. */
export const SkipButton = ({ onSkip }: { onSkip: () => void }) => (
  <Button variant="subtle" color="gray" onClick={onSkip} rightSection={<Kbd aria-hidden>s</Kbd>}>
    Skip
  </Button>
);
