import type {ActionPart, Direction, Scope, Target} from '../../../source/plan-language/reading.ts';
import type {HitTest, Look, LookElement} from '../page/look.ts';
import {descendants} from '../page/rows.ts';
import {treeOf} from '../page/tree.ts';
import {words} from '../page/words.ts';
import {isCandidate, isPressable} from './candidates.ts';
import {type Resolved, type ResolveOptions, resolve} from './resolve.ts';

type Sort = Extract<ActionPart, {op: 'sort'}>;

const listed = new Set(['option', 'menuitem', 'menuitemradio', 'radio']);
const sortList: Target = {phrase: 'sort', isQuoted: false, role: 'dropdown', scopes: [], ordinal: null};

/**
 * What sorts: the list of orders that offers this one, else the head of the column (the button in it), else a list of
 * orders that shows what it offers only when it is open.
 */
export async function sortControl(
	part: Sort,
	look: Look,
	options: ResolveOptions,
	hit: HitTest,
): Promise<{target: Target; resolved: Resolved}> {
	const list = await resolve(sortList, 'select', look, options, hit);
	const column = options.expand(part.column);
	const orders = 'found' in list ? ordersOf(look, look.elements[list.found]!) : [];
	if (orderOf(orders, column, part.direction) !== null) return {target: sortList, resolved: list};
	const head = headCalled(
		part.column,
		part.table === null ? [] : [{kind: 'area', role: part.table.role, name: part.table.phrase}],
	);
	const resolved = await resolve(head, 'click', look, options, hit);
	const pressed = controlOfHead(look, resolved);
	if (pressed) return {target: head, resolved: pressed};
	if ('found' in list && orders.length === 0) return {target: sortList, resolved: list};
	return {target: head, resolved: 'found' in resolved ? {none: [], missingScopes: []} : resolved};
}

const headCalled = (phrase: string, scopes: Scope[]): Target => ({
	phrase,
	isQuoted: false,
	role: 'column',
	scopes,
	ordinal: null,
});

/** What is pressed in the head that was found; null: it is in no head of a column. */
const controlOfHead = (look: Look, resolved: Resolved): Extract<Resolved, {found: number}> | null =>
	'found' in resolved && isInHead(look, resolved.found) ? {...resolved, found: pressedIn(look, resolved.found)} : null;

/** `the menu of the Pages column` opens at the head of that column; null: it is no such menu that is meant. */
export async function menuOfColumn(
	{role, phrase, scopes}: Target,
	look: Look,
	options: ResolveOptions,
	hit: HitTest,
): Promise<Resolved | null> {
	const column = scopes.find(scope => scope.kind === 'area' && scope.role === 'column');
	const isMenu = role === 'menu' && (phrase === '' || menuWords.has(phrase.toLowerCase()));
	if (!isMenu || column?.kind !== 'area' || column.name === null) return null;
	const rest = scopes.filter(scope => scope !== column);
	return controlOfHead(look, await resolve(headCalled(column.name, rest), 'click', look, options, hit));
}

const menuWords = new Set(['header', 'head', 'column', 'options', 'context', 'action', 'actions']);

/** The texts of the orders that a list shows now. */
const ordersOf = (look: Look, list: LookElement): string[] =>
	descendants(look, treeOf(look), list)
		.filter(({role}) => listed.has(role))
		.map(({name, text}) => name || text);

function isInHead(look: Look, index: number): boolean {
	for (let at: number | null = index; at !== null; at = look.elements[at]!.parent)
		if (look.elements[at]!.role === 'columnheader') return true;
	return false;
}

/** The one control in the head of a column, else the head itself. */
function pressedIn(look: Look, head: number): number {
	const controls = descendants(look, treeOf(look), look.elements[head]!).filter(one =>
		one.role === 'button' || one.role === 'link' ? isCandidate(look, one, 'click') && isPressable(one) : false,
	);
	return controls.length === 1 ? controls[0]!.index : head;
}

const rising =
	/\b(?:asc|ascending|increasing|lowest|cheapest|smallest|oldest|earliest)\b|\blow\w*\W+(?:to\W+)?high|\bold\w*\W+(?:to\W+)?new|\ba\W+(?:to\W+)?z\b|[↑▲]/i;
const falling =
	/\b(?:desc|descending|decreasing|highest|dearest|largest|biggest|newest|latest)\b|\bmost (?:expensive|recent)\b|\bhigh\w*\W+(?:to\W+)?low|\bnew\w*\W+(?:to\W+)?old|\bz\W+(?:to\W+)?a\b|[↓▼]/i;
/** What an order is of, though it does not name it: `Newest first`. */
const implied: ReadonlyArray<readonly [RegExp, string]> = [
	[/\b(?:cheapest|dearest|most expensive)\b/i, 'price cost'],
	[/\b(?:newest|oldest|latest|earliest|most recent)\b/i, 'date time created age'],
];

/** The one of the texts that is this order; null: none is, or several are. */
export function orderOf(texts: readonly string[], column: string, direction: Direction): string | null {
	const wanted = words(column);
	const fitting = texts.filter(text => {
		const [is, isNot] = direction === 'ascending' ? [rising, falling] : [falling, rising];
		// `lowest to highest` has both: what comes first tells.
		const at = text.search(is);
		const other = text.search(isNot);
		if (at === -1 || (other !== -1 && other < at)) return false;
		const said = [...words(text), ...implied.flatMap(([sign, of]) => (sign.test(text) ? words(of) : []))];
		return wanted.every(word => said.includes(word));
	});
	return fitting.length === 1 ? fitting[0]! : null;
}
