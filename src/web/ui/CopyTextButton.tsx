import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface Properties {
  size: 'compact-sm' | 'xs';
  text: string;
  label: string;
}

/** Button that copies a text to the clipboard, and confirms it. */
export const CopyTextButton = ({ text, label, size }: Properties) => (
  <CopyButton value={text}>
    {({ copied, copy }) => (
      <Button
        size={size}
        variant="default"
        w="fit-content"
        leftSection={
          copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
        }
        onClick={copy}
      >
        {copied ? 'Copied' : label}
      </Button>
    )}
  </CopyButton>
);
