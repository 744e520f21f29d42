import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isDeepTestRun } from './depth.ts';

export interface Child {
  pid: number;
  firstLine: Promise<string>;
  signal(name: NodeJS.Signals): void;
  /** Resolves when the process has printed this line, or has ended. */
  said(line: string): Promise<void>;
  kill(): Promise<void>;
}

/**
 * Node options for short processes: they don't optimize the WebAssembly of the embedded database,
 * because that takes longer than it saves. At full depth, processes run as in production.
 */
export const shortProcessOptions: readonly string[] = isDeepTestRun ? [] : ['--liftoff-only'];

interface Surroundings {
  /**
   * Command that runs the process, such as unshare. Killing the command must end the process too.
   */
  within?: readonly string[];
  env?: Record<string, string>;
}

/** Starts test/database-child.ts. The caller must end it. */
export function startDatabaseChild(
  task: 'open' | 'write' | 'import' | 'cancel' | 'carry' | 'reopen' | 'close' | 'convert' | 'merge',
  ...given: string[]
): Child {
  return start('database-child.ts', [task, ...given], {});
}

/** Starts test/lock-child.ts on a folder. The caller must end it. */
export function startLockChild(folder: string, surroundings: Surroundings = {}): Child {
  return start('lock-child.ts', [folder], surroundings);
}

/**
 * Starts test/small-demo.ts, which prints its address and the cookie of the signed-in user. The
 * caller must end it.
 */
export const startSmallDemoChild = (): Child => start('small-demo.ts', [], {});

function start(script: string, given: string[], { within = [], env = {} }: Surroundings): Child {
  const [command = '', ...rest] = [
    ...within,
    process.execPath,
    ...shortProcessOptions,
    join(import.meta.dirname, script),
    ...given,
  ];
  const child: ChildProcess = spawn(command, rest, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  let output = '';
  const ended = once(child, 'close');
  const firstLine = new Promise<string>((resolve) => {
    const tell = () => resolve(output.split('\n')[0] ?? '');
    child.stdout?.on('data', (text: Buffer) => {
      output += text.toString();
      if (output.includes('\n')) tell();
    });
    void ended.then(tell);
  });
  return {
    pid: child.pid ?? 0,
    firstLine,
    signal: (name) => child.kill(name),
    async said(line) {
      while (!output.split('\n').includes(line) && child.exitCode === null)
        await Promise.race([once(child.stdout ?? child, 'data'), ended]);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
