import { Menu } from '@mantine/core';
import { Link } from 'react-router';
import {
  type ProspectLostReason,
  prospectLostReasons,
  type SelectableProspectStage,
  selectableProspectStages,
} from '#shared/prospects/stages.ts';

interface Properties {
  /** Current stage, which is disabled unless it is Lost; `undefined` for several prospects. */
  current: string | undefined;
  /** Path of the dialog that converts the prospect; `undefined` for several prospects. */
  wonPath: string | undefined;
  onMove: (stage: SelectableProspectStage, lostReason: ProspectLostReason | null) => void;
}

/** Menu items for the stages that a prospect can be moved to. Lost asks for its reason. */
export const StageMenuItems = ({ current, wonPath, onMove }: Properties) => (
  <>
    <Menu.Label>Move to</Menu.Label>
    {selectableProspectStages.map((stage) =>
      stage === 'Lost' ? (
        <Menu.Sub key={stage}>
          <Menu.Sub.Target>
            <Menu.Sub.Item>Lost because</Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown>
            {prospectLostReasons.map((reason) => (
              <Menu.Item key={reason} onClick={() => onMove('Lost', reason)}>
                {reason}
              </Menu.Item>
            ))}
          </Menu.Sub.Dropdown>
        </Menu.Sub>
      ) : (
        <Menu.Item key={stage} disabled={stage === current} onClick={() => onMove(stage, null)}>
          {stage}
        </Menu.Item>
      ),
    )}
    {wonPath !== undefined && (
      <Menu.Item component={Link} to={wonPath}>
        Won…
      </Menu.Item>
    )}
  </>
);
