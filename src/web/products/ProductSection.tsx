import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './product.module.css';

interface Properties {
  title: string;
  lead?: string | undefined;
  /** Value of the `data-guide` attribute, by which the guide finds the section. */
  guide?: string;
  children: ReactNode;
}

/** Section of a product page, labeled by its heading. */
export function ProductSection({ title, lead, guide, children }: Properties) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section} data-guide={guide}>
      <div>
        <Title order={2} id={id} size="h3">
          {title}
        </Title>
        {lead !== undefined && (
          <Text c="dimmed" maw="70ch" mt={4}>
            {lead}
          </Text>
        )}
      </div>
      {children}
    </section>
  );
}
