import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface DatabaseChild {
  pid: number;
  /** Resolves with the first line that it writes. */
  firstLine: Promise<string>;
  /** Resolves when it has written this line, or has ended. */
  said(line: string): Promise<void>;
  kill(): Promise<void>;
  /** Resolves with all it wrote, and the exit code, when it has ended. */
  ended: Promise<{ output: string; code: number | null }>;
}

/** Starts test/database-child.ts. The caller ends it. */
export function databaseChild(task: 'open' | 'write' | 'migrate' | 'import', ...given: string[]): DatabaseChild {
  const script = fileURLToPath(new URL('./database-child.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [script, task, ...given], { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  const ended = once(child, 'close').then(() => ({ output, code: child.exitCode }));
  const firstLine = new Promise<string>((resolve) => {
    child.stdout?.on('data', (text: Buffer) => {
      output += text.toString();
      if (output.includes('\n')) resolve(output.split('\n')[0] ?? '');
    });
    void ended.then(() => resolve(output.split('\n')[0] ?? ''));
  });
  return {
    pid: child.pid ?? 0,
    firstLine,
    async said(line) {
      while (!output.split('\n').includes(line) && child.exitCode === null) await Promise.race([once(child.stdout ?? child, 'data'), ended]);
    },
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
