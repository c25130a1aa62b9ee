import type {Assert, Check, Paging, Recipe, Step} from '../recipe.ts';
import {got, jsonOf, read, entryKey} from './access.ts';
import {messageOf, setupPrefix, writeAsserts} from './asserts.ts';
import {type Draft, type Mark, stepsOf} from './draft.ts';
import {dict, type Expression, fitsBraces, flat, type Group, type Template, text} from './expression.ts';
import {plural} from '../kinds/names.ts';
import {nounOf} from './names.ts';
import {nextCursor} from './pages.ts';
import {each, readPointer, type Segment} from './pointer.ts';
import {activeAsserts} from './references.ts';
import {askedFor, asking, requestExpression, requestOf} from './request.ts';
import {writeAssert} from './statement.ts';
import {renderValue, valuesOf} from './value.ts';

type Contains = Extract<Check, {type: 'contains'}>;

/** Pages that are looked through for a record; a test that has not found it in a longer list shows nothing. */
const mostPages = 20;

/** The way through the pages of a step's list, when it has to go through them. */
export function walkOf(step: Step): Paging | null {
	for (const {check} of activeAsserts(step)) {
		if (check.type === 'contains' && check.locate !== 'filter' && check.paging) return check.paging;
	}
	return null;
}

const wantedBy = (step: Step) =>
	activeAsserts(step).filter(({check}) => check.type === 'contains') as Array<Assert & {check: Contains}>;

/** Whether a walk that finds what it looks for goes on to a page that brings nothing new. */
export function isReadOn(recipe: Recipe, step: Step): boolean {
	const paging = walkOf(step);
	const wanted = wantedBy(step);
	const isAll = wanted.length > 1 || isWalkedAgain(recipe, step);
	return paging !== null && !isTold(paging) && isAll && wanted.some(({check}) => check.present);
}

/** Asks for one page by the function that the test's steps call. */
export type AskPage = (label: string, params: Expression) => Group;

type Walk = {
	paging: Paging;
	/** Where the list stands, and what is read of each entry. */
	list: Segment[];
	key: Segment[];
	/** What a page of entries is called. */
	entries: string;
};

/** Looks for records page by page; what else the step checks is checked on the last page that was read. */
export function writeWalk(
	draft: Draft,
	step: Step,
	paging: Paging,
	{response, ask, label}: {response: string; ask: AskPage | null; label: string},
): void {
	const wanted = wantedBy(step);
	const [first] = wanted;
	const segments = readPointer(first!.check.list);
	const place = segments.indexOf(each);
	const entry = nounOf(step.call.operation);
	const walk: Walk = {
		paging,
		list: place < 0 ? segments : segments.slice(0, place),
		key: place < 0 ? [entryKey(first!.check.handle)] : segments.slice(place + 1),
		entries: '',
	};
	const isSetup = step.role === 'setup';
	let listed = 'listed';
	if (isWalkedAgain(draft.recipe, step)) listed = `${walkFunction(draft, step, walk, {response, ask})}(${label})`;
	else {
		walk.entries = draft.names.take(plural(entry), `${entry}_entries`);
		// What has to be there need not be looked for any further once it was found.
		const found = wanted.length === 1 && first!.check.present ? flat(renderValue(draft, first!.check.handle)) : null;
		writePages(draft, step, walk, {response, ask, label, found});
		// Where the list goes on, nothing is said about what was not found: the test is blocked.
		draft.block('else:', () =>
			draft.line(`raise AssertionError("${setupPrefix}the list goes on beyond ${mostPages} pages")`),
		);
	}
	for (const one of wanted) {
		const {id, check} = one;
		draft.subject = {step: step.id, asserts: [id]};
		const handle = flat(renderValue(draft, check.handle));
		const said: Template[number] = fitsBraces(handle) ? {code: handle, repr: true} : 'the record';
		const prefix = isSetup ? [setupPrefix] : [];
		const usual: Template = [check.present ? 'the list lacks ' : 'the list holds ', said];
		const message: Template = [...prefix, ...messageOf(one, usual, {expected: [said], actual: []})];
		writeAssert(draft, `${handle} ${check.present ? 'in' : 'not in'} ${listed}`, message);
	}
	draft.subject = null;
}

/** How a walk is over: as the answer says, else with a page that is empty or repeats what was there. */
function isLast({paging}: Walk): string {
	if (paging.by === 'cursor') return 'not cursor';
	return isTold(paging) ? `not ${got('part', readPointer(paging.more ?? '$.next'))}` : 'not fresh';
}

/** Whether an answer says itself how its list goes on: it has a name then. */
const isTold = ({by, size, more}: Paging): boolean => by === 'cursor' || size === undefined || more !== undefined;

type Asking = {response: string; ask: AskPage | null; label: string};

/** The loop over the pages: what it finds is `listed`. */
function writePages(
	draft: Draft,
	step: Step,
	walk: Walk,
	{response, ask, label, found, inFunction = false}: Asking & {found: string | null; inFunction?: boolean},
): void {
	const {paging, list, key, entries} = walk;
	const {by} = paging;
	draft.line(by === 'cursor' ? 'listed, cursor = [], None' : 'listed = []');
	if (!draft.detail.dense) draft.line(`# Page by page, ${mostPages} at the most.`);
	draft.block(headOf(paging), () => {
		const params = paramsOf(draft, step, paging);
		if (ask) {
			const mark: Mark = {step: step.id, asserts: [statusId(step)]};
			const start = draft.lines.length;
			if (isTold(paging)) draft.put('part = ', ask(label, params), '.json()');
			else draft.put(`${entries} = `, ask(label, params), read('.json()', list));
			draft.lines.push(...draft.marked(draft.lines.splice(start), mark));
			if (isTold(paging)) draft.line(`${entries} = ${read('part', list)}`);
			const ofEntries = activeAsserts(step).filter(({check}) => check.type === 'every');
			const answer = {response: null, body: entries, root: list, sent: null};
			writeAsserts(draft, {...step, asserts: ofEntries}, answer, {
				prefix: step.role === 'setup' ? [setupPrefix] : [],
				statusIsChecked: true,
			});
		} else writePage(draft, step, walk, response);
		const handle = got('item', key);
		if (isTold(paging)) draft.line(`listed += [${handle} for item in ${entries}]`);
		else {
			// A server may give shorter pages than it was asked for: their length says nothing of the end.
			draft.line(`fresh = [${handle} for item in ${entries} if ${handle} not in listed]`);
			draft.line('listed += fresh');
		}
		if (by === 'cursor') draft.line(`cursor = ${isMore(paging)}${nextCursor(paging.page, paging.next)}`);
		const isFound = found === null ? '' : `${found} in listed or `;
		draft.block(`if ${isFound}${isLast(walk)}:`, () => draft.line(inFunction ? 'return listed' : 'break'));
	});
}

/** Where an answer says itself whether there is more, a last page may still name its last entry. */
const isMore = ({more}: Paging): string =>
	more === undefined ? '' : `${got('part', readPointer(more))} is not False and `;

const statusId = (step: Step): string => activeAsserts(step).find(({check}) => check.type === 'status')?.id ?? 'status';

/** One page by a call of its own, with what the step says of its answer. */
function writePage(draft: Draft, step: Step, {paging, list, entries}: Walk, response: string): void {
	const request = requestOf(draft, step);
	const others = activeAsserts(step).filter(({check}) => check.type !== 'contains');
	const ofStatus = others.filter(({check}) => check.type === 'status' || check.type === 'noServerError');
	const answer = {response, body: jsonOf(response), root: [], sent: null};
	draft.answers.set(step.id, answer);
	const prefix = step.role === 'setup' ? [setupPrefix] : [];
	draft.put(`${response} = `, requestExpression(asking(request, paramsOf(draft, step, paging))));
	writeAsserts(draft, {...step, asserts: ofStatus}, answer, {prefix});
	// On every page: none of them shows what nobody should see.
	writeAsserts(draft, {...step, asserts: others.filter(({check}) => check.type !== 'noServerError')}, answer, {
		prefix,
		statusIsChecked: true,
	});
	if (isTold(paging)) {
		draft.line(`part = ${answer.body}`);
		draft.line(`${entries} = ${read('part', list)}`);
	} else draft.line(`${entries} = ${read(answer.body, list)}`);
}

const callKey = ({call}: Step): string => JSON.stringify([call.operation, call.path, askedFor(call)]);

/** Whether another step goes through the same pages: before and after something was deleted. */
const isWalkedAgain = (recipe: Recipe, step: Step): boolean =>
	stepsOf(recipe).some(other => other !== step && walkOf(other) !== null && callKey(other) === callKey(step));

/** A function that gives what all pages hold; written once. */
function walkFunction(draft: Draft, step: Step, walk: Walk, {response, ask}: Omit<Asking, 'label'>): string {
	const key = `walk ${callKey(step)}`;
	const known = draft.locals.get(key);
	if (known !== undefined) return known;
	const entry = nounOf(step.call.operation);
	const name = draft.names.take(`listed_${plural(entry)}`, `listed_${entry}_entries`);
	draft.locals.set(key, name);
	if (!draft.detail.brief && draft.lines.at(-1) !== '') draft.line('');
	draft.block(`def ${name}(step):`, () => {
		const inner = {...walk, entries: plural(entry) === name ? 'entries' : plural(entry)};
		writePages(draft, step, inner, {response, ask, label: 'step', found: null, inFunction: true});
		draft.line(`raise AssertionError(f"${setupPrefix}the list goes on beyond ${mostPages} pages (step: {step})")`);
	});
	if (!draft.detail.brief) draft.line('');
	return name;
}

function headOf({by, first}: Paging): string {
	if (by === 'cursor') return `for _ in range(${mostPages}):`;
	if (by === 'offset') return `for _ in range(${mostPages}):`;
	return first === 0 ? `for page in range(${mostPages}):` : `for page in range(${first}, ${first + mostPages}):`;
}

function paramsOf(draft: Draft, step: Step, {by, page, size, most, first}: Paging): Expression {
	const own = valuesOf(draft, askedFor(step.call)).filter(([name]) => name !== page && name !== size);
	const length: Array<readonly [string, Expression]> = size === undefined ? [] : [[size, String(most)]];
	const start = first === 0 ? 'len(listed)' : `${first} + len(listed)`;
	const turned: typeof length = by === 'cursor' ? length : [[page, by === 'page' ? 'page' : start], ...length];
	const params = dict([...own, ...turned]);
	if (by !== 'cursor') return params;
	return {...params, items: [...params.items, {prefix: '**', value: `({${text(page)}: cursor} if cursor else {})`}]};
}
