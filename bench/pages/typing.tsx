import '#web/mantine.css';
import '@fontsource-variable/figtree/wght.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { getClientSettings } from '#shared/core/settings/settings.ts';
import { getPractices } from '#shared/institutions/institutions.ts';
import { getProspects } from '#shared/prospects/prospects.ts';
import { makePractices } from '#test/search-cases.ts';
import { createQueryClient } from '#web/core/api.ts';
import { SearchBox } from '#web/search/SearchBox.tsx';
import { resolveCssVariables, theme } from '#web/ui/theme.ts';
import type { TypingRun } from './typing-run.ts';

const texts = [
  'alder dental',
  'family den',
  'peña',
  'camden',
  'pediatric dental care',
  'el paso office',
];
/** Time between two letters of a fast typist. */
const millisecondsPerLetter = 70;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const nothing = () => undefined;

function type(input: HTMLInputElement, text: string): void {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setter?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

async function run(): Promise<TypingRun> {
  const queryClient = createQueryClient();
  const practices = makePractices(Number(new URLSearchParams(location.search).get('practices')));
  queryClient.setQueryData([getPractices.path], { practices, tierLimits: null });
  queryClient.setQueryData([getProspects.path], []);
  queryClient.setQueryData([getClientSettings.path], { placesProvider: 'google' });
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} cssVariablesResolver={resolveCssVariables}>
        <SearchBox
          onLocationRequest={nothing}
          onSelectInstitution={nothing}
          onSelectPractice={nothing}
          autoFocus
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  await document.fonts.ready;
  await pause(300);
  const input = document.querySelector('input');
  if (!input) throw new Error('There is no search box');
  const times: number[] = [];
  let isTyping = true;
  const watch = (now: number) => {
    times.push(now);
    if (isTyping) requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);
  const results: number[] = [];
  for (const text of texts) {
    for (let length = 1; length <= text.length; length += 1) {
      type(input, text.slice(0, length));
      await pause(millisecondsPerLetter);
    }
    await pause(1000);
    results.push(document.querySelectorAll('[role="option"]').length);
    type(input, '');
  }
  isTyping = false;
  return { frames: times.slice(1).map((time, at) => time - (times[at] ?? 0)), results };
}

Object.assign(window, { typingRun: run() });
