import { Button, Group, Text, Textarea } from '@mantine/core';
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react';
import type { KeyboardEvent, RefObject } from 'react';
import { maxQuestionLength } from '#shared/assistant/assistant.ts';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import classes from '../assistant.module.css';

/** Number of characters below the maximum from which the number that is left is shown. */
const warnedCharacters = 100;

interface Properties {
  input: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (value: string) => void;
  isPending: boolean;
  onAsk: () => void;
  onStop: () => void;
}

/** Field for the question. Enter sends it, Shift and Enter start a new line. */
export function QuestionForm({ input, value, onChange, isPending, onAsk, onStop }: Properties) {
  const left = maxQuestionLength - value.length;
  function handleKey(event: KeyboardEvent) {
    // While an input method is composing, Enter confirms a character.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!isPending) onAsk();
  }
  return (
    <form
      onSubmit={createSubmitHandler(() => !isPending && onAsk())}
      className={classes.form}
      data-guide="assistant-question"
    >
      <Textarea
        ref={input}
        className={classes.input}
        label="Your question"
        placeholder="Critical customers in Texas"
        autosize
        minRows={1}
        maxRows={5}
        maxLength={maxQuestionLength}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      {isPending ? (
        // Keys keep the buttons separate elements. Otherwise, a click on Stop would submit the form.
        <Button
          key="stop"
          variant="default"
          leftSection={<IconPlayerStopFilled size={14} aria-hidden />}
          onClick={onStop}
        >
          Stop
        </Button>
      ) : (
        <Button
          key="ask"
          type="submit"
          disabled={value.trim() === ''}
          leftSection={<IconArrowUp size={16} aria-hidden />}
        >
          Ask
        </Button>
      )}
      {left <= warnedCharacters && (
        <Group className={classes.left}>
          <Text size="xs" c="dimmed">
            {left} of {maxQuestionLength} characters left
          </Text>
        </Group>
      )}
    </form>
  );
}
