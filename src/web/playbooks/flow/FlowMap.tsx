import { numberedStepName } from '#shared/playbooks/rules.ts';
import type { PlaybookStep } from '#shared/playbooks/steps.ts';
import { conditionsText } from '../words.ts';
import classes from './flow.module.css';
import { type FlowPath, outlineFlow } from './outline.ts';

interface Properties {
  steps: readonly PlaybookStep[];
  /** Shows a step's fields or texts. */
  onShow: (stepId: string) => void;
}

/** Map of a playbook: its steps in the order of a run, with both paths of each branch. */
export function FlowMap({ steps, onShow }: Properties) {
  return (
    <div className={classes.map} data-guide="playbook-map">
      <Path path={outlineFlow(steps)} steps={steps} onShow={onShow} label="Map of the steps" />
    </div>
  );
}

interface PathProperties extends Properties {
  path: FlowPath;
  label: string;
}

function Path({ path: { nodes, continuesWith }, steps, onShow, label }: PathProperties) {
  return (
    <ol className={classes.path} aria-label={label}>
      {nodes.map(({ step, paths }) => {
        const name = numberedStepName(steps, step);
        return (
          <li key={step.stepId}>
            <button
              type="button"
              className={classes.step}
              data-kind={step.kind}
              onClick={() => onShow(step.stepId)}
            >
              {name}
            </button>
            {step.kind === 'branch' && (
              <div className={classes.conditions}>
                {step.conditions === '' ? 'No conditions yet' : conditionsText(step.conditions)}?
              </div>
            )}
            {paths !== null && (
              <div className={classes.paths}>
                {(['yes', 'otherwise'] as const).map((way) => (
                  <div key={way} className={classes.way}>
                    <span className={classes.wayName}>{way === 'yes' ? 'Yes' : 'Otherwise'}</span>
                    <Path
                      path={paths[way]}
                      steps={steps}
                      onShow={onShow}
                      label={`${way === 'yes' ? 'Yes' : 'Otherwise'} path of ${name}`}
                    />
                  </div>
                ))}
              </div>
            )}
          </li>
        );
      })}
      {continuesWith !== null && (
        <li className={classes.end}>
          {continuesWith === 'end'
            ? 'End'
            : `Continues with ${numberedStepName(steps, continuesWith)}`}
        </li>
      )}
    </ol>
  );
}
