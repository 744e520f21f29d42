import { Alert, Group, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { BoardAnswer } from '#shared/boards/boards.ts';
import { findWidget } from '#shared/boards/widgets.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { errorText } from '#web/ui/sending/error-text.ts';
import { AddWidget } from './AddWidget.tsx';
import { AnswerSkeleton, pendingAnswerTitle } from './AnswerSkeleton.tsx';
import classes from './boards.module.css';
import { type boardQuery, useBoardMutations } from './data.ts';
import { WidgetCard } from './WidgetCard.tsx';
import { WidgetControls } from './WidgetControls.tsx';
import { WidgetFrame } from './WidgetFrame.tsx';

const AnswerWidgetCard = lazy(async () => ({
  default: (await import('./AnswerWidgetCard.tsx')).AnswerWidgetCard,
}));

interface Properties {
  answer: BoardAnswer;
  queryKey: ReturnType<typeof boardQuery>['queryKey'];
  /** Filters of the board, applied to every widget. */
  filters: readonly ListFilter[];
  search: string;
  isEditing: boolean;
  /** `true` while the data still belongs to the previous filters or weeks. */
  isStale: boolean;
}

/** Widgets of a board in order. In edit mode, widgets can be moved, removed and added. */
export function BoardWidgets({
  answer: { board, widgets },
  queryKey,
  filters,
  search,
  isEditing,
  isStale,
}: Properties) {
  const { arrange } = useBoardMutations(queryKey);
  const grid = useRef<HTMLDivElement>(null);
  const focused = useRef<string>(undefined);
  // The browser drops the focus when an element is moved in the DOM. The focus is restored, so that
  // the user can keep moving a widget by keyboard.
  useEffect(() => {
    const control = focused.current;
    if (control === undefined || widgets.length === 0) return;
    focused.current = undefined;
    const controls = grid.current?.querySelectorAll<HTMLElement>('[data-control]') ?? [];
    [...controls].find(({ dataset }) => dataset.control === control)?.focus();
  }, [widgets]);

  function saveOrder(keys: string[], focus?: string) {
    focused.current = focus;
    arrange.mutate({ boardId: board.boardId, widgets: keys });
  }
  function move(key: string, step: -1 | 1) {
    const keys = board.widgets.filter((each) => each !== key);
    const at = board.widgets.indexOf(key) + step;
    const reachesEnd = at === (step < 0 ? 0 : keys.length);
    saveOrder(keys.toSpliced(at, 0, key), `${key}:${reachesEnd ? -step : step}`);
  }
  const titleOf = (key: string) => findWidget(key)?.title ?? 'This widget';

  return (
    <>
      {isEditing && (
        <Group gap="sm">
          <AddWidget present={board.widgets} onAdd={(key) => saveOrder([...board.widgets, key])} />
          <Text size="sm" c="dimmed">
            Changes are saved automatically.
          </Text>
        </Group>
      )}
      {arrange.error !== null && (
        <Alert color="red" role="alert" title="Couldn’t change the board">
          {errorText(arrange.error)}
        </Alert>
      )}
      {widgets.length === 0 && (
        <Text>This board is empty. {isEditing ? 'Add a widget.' : 'Edit it to add widgets.'}</Text>
      )}
      <div
        ref={grid}
        className={`${classes.board} ${isStale ? classes.stale : ''}`}
        data-guide="board-widgets"
      >
        {widgets.map((data, index) => {
          const controls = (title: string): ReactNode =>
            isEditing && (
              <WidgetControls
                widget={data.key}
                title={title}
                isFirst={index === 0}
                isLast={index === widgets.length - 1}
                onMove={(step) => move(data.key, step)}
                onRemove={() => saveOrder(board.widgets.filter((key) => key !== data.key))}
              />
            );
          return data.kind === 'answer' ? (
            <Suspense
              key={data.key}
              fallback={
                <WidgetFrame
                  kind="answer"
                  title={pendingAnswerTitle}
                  controls={controls(pendingAnswerTitle)}
                >
                  <AnswerSkeleton />
                </WidgetFrame>
              }
            >
              <AnswerWidgetCard plan={data.plan} controls={controls} />
            </Suspense>
          ) : (
            <WidgetCard
              key={data.key}
              data={data}
              filters={filters}
              search={search}
              controls={controls(titleOf(data.key))}
            />
          );
        })}
      </div>
    </>
  );
}
