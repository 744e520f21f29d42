import { Spoiler, Text } from '@mantine/core';
import classes from './work.module.css';

/** Bodies taller than this are folded; pixels. */
const folded = 132;

/** A text as somebody wrote it, letter by letter. */
export function EntryBody({ text, className = classes.body }: { text: string; className?: string | undefined }) {
  return (
    <Spoiler maxHeight={folded} showLabel="Show all" hideLabel="Show less">
      <Text size="sm" component="div" className={className ?? ''}>
        {text}
      </Text>
    </Spoiler>
  );
}
