import type {Operation} from '../../../source/plan-language/reading.ts';
import type {HitTest, Look} from '../page/look.ts';
import {dialogTitle} from '../page/sections.ts';
import {isWithin, treeOf, upwards} from '../page/tree.ts';
import {consentOf} from './consent.ts';
import type {Resolved} from './resolve.ts';

/** What opens over a dialog though it stands elsewhere in the page. */
const overlays = new Set(['dialog', 'alertdialog', 'listbox', 'menu', 'alert', 'status', 'tooltip', 'grid']);

/** Whether an open dialog that covers the page keeps people from it. */
export const isBehindModal = (look: Look, index: number): boolean =>
	look.modal !== null &&
	!isWithin(treeOf(look), index, look.modal) &&
	![...upwards(look, index)].some(({role}) => overlays.has(role));

/** What a browser does behind a dialog as well, though no person can. */
const reachesThrough = new Set<Operation>([
	'fill',
	'append',
	'clear',
	'search',
	'select',
	'pick_date',
	'step',
	'upload',
]);

/** Without what stands behind an open dialog: it is neither written into nor offered. A consent banner is closed first. */
export async function inReachOfModal(found: Resolved, op: Operation, look: Look, hit: HitTest): Promise<Resolved> {
	if (look.modal === null || 'none' in found || consentOf(look) !== null) return found;
	const dialog = look.elements[look.modal]!;
	const none: Resolved = {
		none: [],
		missingScopes: [],
		behind: dialogTitle(look, dialog) || treeOf(look).textOf(dialog.index).slice(0, 40),
	};
	if ('found' in found) {
		const isReached = !reachesThrough.has(op) || !isBehindModal(look, found.found);
		return isReached || (await hit(found.found)) === 'itself' ? found : none;
	}
	const ambiguous = found.ambiguous.filter(({index}) => !isBehindModal(look, index));
	if (ambiguous.length === found.ambiguous.length || ambiguous.length === 1) return found;
	return ambiguous.length === 0 ? none : {ambiguous, count: ambiguous.length};
}
