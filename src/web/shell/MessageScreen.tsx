import { Center, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface Properties {
  illustration: ReactNode;
  /** `true` when screen readers should announce the message immediately. */
  isAlert?: boolean;
  children: ReactNode;
}

/** Full page with an illustration and a message. */
export function MessageScreen({ illustration, isAlert = false, children }: Properties) {
  return (
    <Center component="main" mih="100dvh" px="md" py="xl">
      <Stack
        align="center"
        gap="md"
        maw={520}
        ta="center"
        style={{ textWrap: 'balance' }}
        {...(isAlert ? { role: 'alert' } : {})}
      >
        {illustration}
        {children}
      </Stack>
    </Center>
  );
}
