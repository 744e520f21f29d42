import type { CalledProspect } from '#shared/prospects/calls/calls.ts';
import { stageText } from './CalledProspectFacts.tsx';
import classes from './calls.module.css';

/** Call list on paper, with room for the outcomes. */
export const PrintedCallList = ({ queue }: { queue: readonly CalledProspect[] }) => (
  <table className={classes.paper}>
    <thead>
      <tr>
        <th>Prospect</th>
        <th>Phone</th>
        <th>Score and stage</th>
        <th>Last note</th>
        <th>Outcome</th>
      </tr>
    </thead>
    <tbody>
      {queue.map(({ prospect, lastNote }) => (
        <tr key={prospect.prospectId}>
          <td>
            <strong>{prospect.name}</strong>
            <br />
            {prospect.address}
          </td>
          <td>{prospect.phone}</td>
          <td>
            {prospect.score} · {stageText(prospect)}
          </td>
          <td>{lastNote?.text.slice(0, 300)}</td>
          <td />
        </tr>
      ))}
    </tbody>
  </table>
);
