import { parentPort, workerData } from 'node:worker_threads';
import type { Prediction } from '../predictions-queries.ts';
import { learnFromPanel } from './learn.ts';
import { joinPanels, type TrainingPanelPart } from './panel.ts';
import type { TrainingThreadRequest, TrainingThreadStart } from './training-thread.ts';

// Training takes seconds of CPU time and tens of megabytes. In the main thread, it would block the
// server.
const { days, day, muted }: TrainingThreadStart = workerData;
const parts: TrainingPanelPart[] = [];
let lesson: ReturnType<typeof learnFromPanel>;
let past: Iterator<Prediction[]> | undefined;

function answer(question: TrainingThreadRequest) {
  if (question.ask === 'add') return void parts.push(question.part);
  if (question.ask === 'learn') {
    lesson = learnFromPanel(joinPanels(days, parts.splice(0)), day, new Set(muted));
    return parentPort?.postMessage(lesson && { model: lesson.model, report: lesson.report });
  }
  past ??= lesson?.past(question.version);
  const next = past?.next();
  parentPort?.postMessage(next?.done === false ? next.value : undefined);
}

parentPort?.on('message', answer);
