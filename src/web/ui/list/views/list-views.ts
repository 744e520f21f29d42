import type { SavedView } from '#shared/list/saved-views.ts';
import type { ListControl } from '../use-list.ts';

/** Part of a list's state that its views need, independent of the type of its rows. */
export type ListViewState = Pick<
  ListControl<unknown>,
  'name' | 'state' | 'view' | 'views' | 'viewsError' | 'defaultViewId' | 'isEdited' | 'openView'
>;

/** Open dialog about a view; a new view already has its id, so that saving twice adds one view. */
export type ViewDialogState =
  | { kind: 'new'; savedViewId: string }
  | { kind: 'edit' | 'delete'; view: SavedView };
