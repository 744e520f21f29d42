import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { settingNames } from '#server/core/env/env.ts';
import { canRunCommand } from './machine.ts';

const root = join(import.meta.dirname, '..');
const units = readdirSync(join(root, 'deploy'));
const textOf = (unit: string) => readFileSync(join(root, 'deploy', unit), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'chairside-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the systemd units', () => {
  it('start existing files and set existing settings', () => {
    for (const text of units.map(textOf)) {
      const [, script] = /^ExecStart=\S+ (\S+\.ts)/m.exec(text) ?? [];
      if (script !== undefined) expect(existsSync(join(root, script)), script).toBe(true);
      const [, environment = ''] = /^Environment=(.*)$/m.exec(text) ?? [];
      for (const setting of environment.split(' ').filter((each) => each !== ''))
        expect(settingNames).toContain(setting.split('=')[0]);
    }
    expect(units).toContain('chairside.service');
  });

  it.skipIf(!canRunCommand('systemd-analyze', '--version'))('are accepted by systemd', () => {
    // The units name the Node of an installation, which does not exist here. They get the Node of
    // this test instead.
    for (const unit of units)
      writeFileSync(
        join(folder, unit),
        textOf(unit).replaceAll('/opt/chairside/node_modules/.bin/node', process.execPath),
      );
    const { status, stderr, stdout } = spawnSync(
      'systemd-analyze',
      ['verify', ...units.map((unit) => join(folder, unit))],
      {
        encoding: 'utf8',
      },
    );
    const ours = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('chairside'));
    expect([status, ours]).toEqual([0, []]);
  });
});
