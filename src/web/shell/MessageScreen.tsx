import { Center, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface Properties {
  illustration: ReactNode;
  /** Read aloud as soon as it stands there. */
  isAlert?: boolean;
  children: ReactNode;
}

/** A whole page that says one thing, under a picture. */
export function MessageScreen({ illustration, isAlert = false, children }: Properties) {
  return (
    <Center component="main" mih="100dvh" px="md" py="xl">
      <Stack align="center" gap="md" maw={520} ta="center" style={{ textWrap: 'balance' }} {...(isAlert ? { role: 'alert' } : {})}>
        {illustration}
        {children}
      </Stack>
    </Center>
  );
}
