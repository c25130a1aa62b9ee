import type {Look} from '../page/look.ts';
import {isWithin, treeOf, upwards} from '../page/tree.ts';

/** What opens over a dialog though it stands elsewhere in the page. */
const overlays = new Set(['dialog', 'alertdialog', 'listbox', 'menu', 'alert', 'status', 'tooltip', 'grid']);

/** Whether an open dialog that covers the page keeps people from it. */
export const isBehindModal = (look: Look, index: number): boolean =>
	look.modal !== null &&
	!isWithin(treeOf(look), index, look.modal) &&
	![...upwards(look, index)].some(({role}) => overlays.has(role));
