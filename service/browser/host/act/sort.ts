import type {ActionPart, Target} from '../../../../source/plan-language/reading.ts';
import {orderOf} from '../../resolve/sort-control.ts';
import {sortOf} from '../../resolve/sorted.ts';
import type {Look} from '../../page/look.ts';
import {isShown, treeOf} from '../../page/tree.ts';
import {describe, type Found, foundAt, optionsOf} from '../find.ts';
import {StepFailed} from '../step-failed.ts';
import {clickFound, withHandle} from '../with-handle.ts';
import type {Act} from './act.ts';
import {elementOf, onElement} from './on-element.ts';
import {select} from './select.ts';

type Sort = Extract<ActionPart, {op: 'sort'}>;

/** A head of a column goes through ascending, descending and unsorted. */
const mostClicks = 3;
/** Until the rows have come in their new order. */
const orderMs = 1500;

/** Puts rows in an order: by a list of orders, or by clicks on the head of the column until they are in it. */
export async function sort(act: Act, part: Sort): Promise<void> {
	const found = elementOf(act);
	const isOfList = found.element.tag === 'select' || ['combobox', 'listbox', 'radiogroup'].includes(found.element.role);
	return isOfList ? byList(act, part, found) : byHead(act, part, found);
}

async function byList(act: Act, part: Sort, found: Found): Promise<void> {
	const {session} = act;
	const column = optionsOf(session).expand(part.column);
	const {index, look} = found;
	const inside = look.elements.slice(index + 1, treeOf(look).end[index]).map(({name, text}) => name || text);
	const label = orderOf(inside, column, part.direction);
	if (label !== null) {
		await select(act, [{text: label, isQuoted: true}]);
		return act.tell({labels: [label]});
	}
	await onElement(act, 'target', found, 'opening the list', (handle, timeout) => handle.click({timeout}));
	let shown: string[] = [];
	const offered = () =>
		session.until(async now => {
			const options = now.elements.filter(one => ['option', 'menuitem', 'menuitemradio'].includes(one.role) && one.ref);
			shown = options.map(({name, text}) => name || text);
			const order = orderOf(shown, column, part.direction);
			const at = options.find(({name, text}) => (name || text) === order);
			return order !== null && at ? {order, option: foundAt(session, now, at.index, again)} : null;
		});
	const choose = async () => {
		const chosen = await offered();
		if (!chosen) throw unsorted(act, found, `offers no single order of "${column}", ${part.direction}`, shown);
		return chosen;
	};
	const again = async (): Promise<Found> => (await choose()).option;
	const chosen = await choose();
	await take(act, chosen.order, 'option', chosen.option);
}

/** Clicks the entry of an order, and keeps it for the script. */
async function take(act: Act, order: string, role: Target['role'], entry: Found): Promise<void> {
	await act.keep('options.0', {phrase: order, isQuoted: true, role, scopes: [], ordinal: null}, entry);
	act.tell({labels: [order]});
	await clickFound(act.session, entry, 'choosing');
	await act.session.settle();
}

/** Until a menu has opened. */
const menuMs = 500;

/**
 * A head of a column that opens a menu of orders has not sorted anything yet: what sorts so is chosen there. Which
 * entries are new is told by the look before the click. False: it has opened none.
 */
export async function chooseOrder(
	act: Act,
	{look: before}: Found,
	direction: Sort['direction'] = 'ascending',
): Promise<boolean> {
	const {session} = act;
	const textsOf = (look: Look) =>
		look.elements.map(element => ({element, text: treeOf(look).textOf(element.index) || element.name}));
	const known = new Set(textsOf(before).map(({text}) => text));
	const opened = () =>
		session.until(async now => {
			const entries = textsOf(now).filter(
				({element: one, text}) =>
					one.ref !== null &&
					(one.isClickable || ['option', 'menuitem', 'menuitemradio', 'listitem', 'button'].includes(one.role)) &&
					isShown(now, one) &&
					text.length <= 40 &&
					!known.has(text),
			);
			const order = orderOf([...new Set(entries.map(({text}) => text))], '', direction);
			// The entry itself, and not the menu around it nor the words within.
			const at = entries.find(({text}) => text === order);
			return order !== null && at ? {order, entry: foundAt(session, now, at.element.index, again)} : null;
		}, menuMs);
	const again = async (): Promise<Found> => {
		const now = await opened();
		if (!now) throw unsorted(act, elementOf(act), 'opened a menu that is gone', []);
		return now.entry;
	};
	const chosen = await opened();
	if (!chosen) return false;
	session.note(`"${chosen.order}" was chosen in the menu of the column`);
	await take(act, chosen.order, null, chosen.entry);
	return true;
}

/** What `aria-sort` says of the column; null: the page does not say it. Runs in the page. */
const sortSaid = (node: unknown): string | null => {
	type PageElement = {closest(selector: string): {getAttribute(name: string): string | null} | null};
	return (node as PageElement).closest('[aria-sort]')?.getAttribute('aria-sort') ?? null;
};

async function byHead(act: Act, part: Sort, found: Found): Promise<void> {
	const {session} = act;
	const said = () =>
		withHandle(session, found, 'asking the column', handle =>
			session.call('asking the column', handle.evaluate(sortSaid)),
		);
	let actual = '';
	let isChosen = false;
	for (let presses = 0; presses <= mostClicks; presses++) {
		// A column that does not say how it is sorted is clicked at least once: one page may be in order by chance.
		const isSorted = await session.until(
			async look => {
				const order = await said();
				if (order === 'ascending' || order === 'descending') return order === part.direction ? true : (false as const);
				if (presses === 0) return false as const;
				const seen = sortOf(look, {...part, op: 'sorted', isNegated: false}, optionsOf(session));
				actual = ('unclear' in seen ? seen.unclear : seen.actual) ?? 'no such column';
				return 'is' in seen && seen.is ? true : null;
			},
			presses === 0 ? orderMs / 2 : orderMs,
		);
		act.tell({presses});
		if (isSorted === true) return;
		if (presses === mostClicks || isChosen) break;
		await onElement(act, 'target', found, 'the click', (handle, timeout) => handle.click({timeout}));
		await session.settle();
		// A menu that has opened says what it does; the rows are looked at all the same.
		isChosen = presses === 0 && (await chooseOrder(act, found, part.direction));
	}
	const done = isChosen ? 'has a menu in which that was chosen' : `was clicked ${mostClicks} times`;
	throw unsorted(act, found, `${done}, and the rows are not ${part.direction}`, [actual]);
}

function unsorted(act: Act, found: Found, why: string, seen: readonly string[]): StepFailed {
	const target = describe(act.elements.get('target')!.target);
	const list = seen.filter(text => text !== '').slice(0, 8);
	return new StepFailed({
		case: 'not_editable',
		target,
		message: `${target} ${why}${list.length > 0 ? ` (${list.join(' · ')})` : ''}`,
		box: found.element.box,
	});
}
