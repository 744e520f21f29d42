import { Anchor, Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface Properties extends Pick<TextProps, 'size' | 'inherit' | 'display' | 'style'> {
  href: string | undefined;
  children: ReactNode;
}

/**
 * A link; plain text when `href` is `undefined`, as for a stored email address that is not valid.
 */
export function TextLink({ href, ...properties }: Properties) {
  return href === undefined ? (
    <Text span {...properties} />
  ) : (
    <Anchor href={href} {...properties} />
  );
}
