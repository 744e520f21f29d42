import type { PipelineRun, PipelineStatus } from '#shared/churn/pipeline/pipeline-runs.ts';

const looks: Record<PipelineStatus, { mark: string; word: string; color: string }> = {
  queued: { mark: '…', word: 'Waiting', color: 'var(--mantine-color-dimmed)' },
  running: { mark: '►', word: 'Running', color: 'var(--mantine-color-dimmed)' },
  succeeded: { mark: '✓', word: 'Succeeded', color: 'var(--tier-healthy)' },
  failed: { mark: '✕', word: 'Failed', color: 'var(--tier-critical)' },
};

export function RunStatus({ run: { status } }: { run: Pick<PipelineRun, 'status'> }) {
  const { mark, word, color } = looks[status];
  return (
    <span style={{ color }}>
      <span aria-hidden>{mark}</span> {word}
    </span>
  );
}
