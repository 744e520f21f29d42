import { Anchor, Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface Properties extends Pick<TextProps, 'size' | 'inherit' | 'display' | 'style'> {
  href: string | undefined;
  children: ReactNode;
}

/** Link, or plain text when `href` is `undefined`, such as for an invalid email address. */
export function OptionalLink({ href, ...properties }: Properties) {
  return href === undefined ? (
    <Text span {...properties} />
  ) : (
    <Anchor href={href} {...properties} />
  );
}
