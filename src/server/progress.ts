import { Presets, SingleBar } from 'cli-progress';

/** A bar on a terminal, and a line every five seconds where the output is a file. */
export function progressLine(label: string): { update(done: number, total: number, note: string): void; done(): void } {
  const bar = new SingleBar(
    {
      format: `${label} {bar} {percentage}% {note}`,
      hideCursor: true,
      noTTYOutput: true,
      notTTYSchedule: 5000,
      clearOnComplete: false,
      etaBuffer: 1,
    },
    Presets.shades_classic,
  );
  let started = false;
  return {
    update(done, total, note) {
      if (started) bar.setTotal(total);
      else bar.start(total, 0, { note });
      started = true;
      bar.update(done, { note });
    },
    done: () => {
      if (started) bar.stop();
    },
  };
}
