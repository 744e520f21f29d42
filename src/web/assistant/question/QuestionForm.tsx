import { Button, Input, Text, Textarea } from '@mantine/core';
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useId } from 'react';
import { maxQuestionLength } from '#shared/assistant/assistant.ts';
import { countText } from '#shared/core/words.ts';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import classes from '../assistant.module.css';

/** The form shows how many characters are left when they are at most this many. */
const warnedCharacters = 100;

interface Properties {
  input: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (value: string) => void;
  isPending: boolean;
  onAsk: () => void;
  onStop: () => void;
  /** `undefined` when there is no conversation that a new one would replace. */
  onStartNew: (() => void) | undefined;
}

/** Field for the question. Enter sends it, Shift and Enter start a new line. */
export function QuestionForm({
  input,
  value,
  onChange,
  isPending,
  onAsk,
  onStop,
  onStartNew,
}: Properties) {
  const id = useId();
  const left = maxQuestionLength - value.trim().length;
  // A question that is too long isn't asked, because its beginning could have another meaning.
  const isTooLong = left < 0;
  const canAsk = !isPending && !isTooLong;
  function handleKey(event: KeyboardEvent) {
    // While an input method is composing, Enter confirms a character.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canAsk) onAsk();
  }
  return (
    <form
      onSubmit={createSubmitHandler(() => canAsk && onAsk())}
      className={classes.form}
      data-guide="assistant-question"
    >
      <div className={classes.label}>
        <Input.Label htmlFor={id}>Your question</Input.Label>
        {onStartNew !== undefined && (
          <Button variant="subtle" size="compact-sm" onClick={onStartNew}>
            New conversation
          </Button>
        )}
      </div>
      <Textarea
        ref={input}
        id={id}
        className={classes.input}
        placeholder="Critical customers in Texas"
        autosize
        minRows={1}
        maxRows={5}
        error={isTooLong}
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
          disabled={value.trim() === '' || isTooLong}
          leftSection={<IconArrowUp size={16} aria-hidden />}
        >
          Ask
        </Button>
      )}
      <div className={classes.left} role="status">
        {isTooLong && (
          <Text size="xs" c="var(--tier-critical)">
            {countText(-left, 'character')} too many. A question can have {maxQuestionLength}.
          </Text>
        )}
      </div>
      {!isTooLong && left <= warnedCharacters && (
        <Text size="xs" c="dimmed" className={classes.left}>
          {left} of {maxQuestionLength} characters left
        </Text>
      )}
    </form>
  );
}
