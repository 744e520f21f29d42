import { Stack, Title } from '@mantine/core';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import classes from './assistant.module.css';
import { splitAtUnknownWords } from './words.ts';

interface Properties {
  prompt: string;
  isNewest: boolean;
  unknownWords: readonly string[];
  /**
   * `true` when the section takes the focus from a button of an earlier turn, such as a filter, so
   * that the keyboard continues at the new answer.
   */
  takesFocus?: boolean;
  children: ReactNode;
}

/** Section of a turn with the user's entry as its heading. */
export function TurnFrame({
  prompt,
  isNewest,
  unknownWords,
  takesFocus = false,
  children,
}: Properties) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isNewest) return;
    frame.current?.scrollIntoView({ block: 'start' });
    const focused = document.activeElement;
    const isInTurn = frame.current?.parentElement?.contains(focused) === true;
    // The body is focused when the pressed example, or the placeholder of this answer, is gone.
    if (focused === document.body || (takesFocus && isInTurn))
      frame.current?.focus({ preventScroll: true });
  }, [isNewest, takesFocus]);
  return (
    <Stack
      component="section"
      ref={frame}
      tabIndex={-1}
      gap="sm"
      aria-label={prompt}
      className={classes.turn}
    >
      <Title order={2} className={classes.prompt}>
        {splitAtUnknownWords(prompt, unknownWords).map(({ text, start, isUnknown }) =>
          isUnknown ? (
            <u key={start} className={classes.unknown}>
              {text}
            </u>
          ) : (
            <Fragment key={start}>{text}</Fragment>
          ),
        )}
      </Title>
      {children}
    </Stack>
  );
}
