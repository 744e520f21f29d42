import { Presets, SingleBar } from 'cli-progress';

type Update = (done: number, total: number, note: string) => void;

/**
 * Shows a progress bar while `work` reports progress. When the output is a file, prints a line
 * every five seconds instead.
 */
export async function withProgressBar<Result>(
  label: string,
  work: (update: Update) => Promise<Result>,
): Promise<Result> {
  const bar = new SingleBar(
    {
      format: `${label} {bar} {percentage}% {note}`,
      hideCursor: true,
      noTTYOutput: true,
      notTTYSchedule: 5000,
    },
    Presets.shades_classic,
  );
  let started = false;
  try {
    return await work((done, total, note) => {
      if (started) bar.setTotal(total);
      else bar.start(total, 0, { note });
      started = true;
      bar.update(done, { note });
    });
  } finally {
    if (started) bar.stop();
  }
}
