import { parentPort, workerData } from 'node:worker_threads';
import type { Prediction } from '../predictions-queries.ts';
import { learnFrom } from './learn.ts';
import { joinPanels, type PanelPart } from './panel.ts';
import type { TrainingQuestion, TrainingStart } from './training-thread.ts';

// Training takes seconds of CPU time and tens of megabytes, which would block the server's main
// thread.
const { days, day, muted }: TrainingStart = workerData;
const parts: PanelPart[] = [];
let lesson: ReturnType<typeof learnFrom>;
let past: Iterator<Prediction[]> | undefined;

function answer(question: TrainingQuestion) {
  if (question.ask === 'add') return void parts.push(question.part);
  if (question.ask === 'learn') {
    lesson = learnFrom(joinPanels(days, parts.splice(0)), day, new Set(muted));
    return parentPort?.postMessage(lesson && { model: lesson.model, report: lesson.report });
  }
  past ??= lesson?.past(question.version);
  const next = past?.next();
  parentPort?.postMessage(next?.done === false ? next.value : undefined);
}

parentPort?.on('message', answer);
