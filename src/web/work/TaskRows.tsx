import { TaskRow } from './TaskRow.tsx';
import type { AnyTask } from './task-calls.ts';
import classes from './work.module.css';

/** Tasks of one customer or prospect as a list. */
export const TaskRows = ({ tasks }: { tasks: readonly AnyTask[] }) => (
  <ul className={classes.tasks}>
    {tasks.map((task) => (
      <TaskRow key={task.taskId} task={task} />
    ))}
  </ul>
);
