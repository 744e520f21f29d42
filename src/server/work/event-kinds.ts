/** Names of the events in `work_event`. Other rooms add names by augmenting this interface. */
export interface WorkEventKinds {
  created: true;
  renamed: true;
  due_moved: true;
  assigned: true;
  snoozed: true;
  unsnoozed: true;
  done: true;
  dropped: true;
  reopened: true;
  deleted: true;
  undone: true;
}

export type WorkEventKind = keyof WorkEventKinds;
