import type {PlanFileStep} from '../../../contract/plan-file.ts';
import {describeParts} from '../../../source/plan-language/describe.ts';
import type {AssertionPart, Part, Reading, Target} from '../../../source/plan-language/reading.ts';
import type {Look, LookElement} from '../page/look.ts';
import {pressableRoles} from '../page/roles.ts';
import {treeOf} from '../page/tree.ts';
import {fold, words} from '../page/words.ts';
import {isCandidate, isPressable} from '../resolve/candidates.ts';
import {resolvePart} from '../resolve/resolve-part.ts';
import {isChooser} from './act/field.ts';
import {isAssertion, observed} from './check.ts';
import {Deadline} from './deadline.ts';
import {optionsOf, resolveOn} from './find.ts';
import type {Session} from './session.ts';
import {StepFailed} from './step-failed.ts';

const tieMs = 600;
/** Time for a claim that is in no form to be told by the page. */
const toldMs = 4000;

/**
 * A claim that is in no form, where all of its parts hold on one look: a record or a sentence of the page has its words.
 * Null: the page does not tell it.
 */
export async function toldReading(session: Session, parts: readonly Part[]): Promise<Reading | null> {
	const holds = async (part: Part, look: Look) => {
		const seen = await observed(part as AssertionPart, look, optionsOf(session), session.hitTest(look));
		return seen !== null && 'holds' in seen && seen.holds;
	};
	const isSo = await session.until(
		async look => {
			for (const part of parts) if (!(await holds(part, look))) return null;
			return true as const;
		},
		Math.min(session.deadline.left / 2, toldMs),
	);
	return isSo && {type: 'assertion', parts: [...parts], line: describeParts(parts), note: null};
}

/**
 * The one reading that fits the page. All are tried, and exactly one element must come out: two that would act on
 * different ones are ambiguous. Where none fits in the step's time the first one is taken, and says what it lacks.
 */
export async function chooseReading(
	session: Session,
	readings: readonly [Reading, ...Reading[]],
	step: PlanFileStep,
): Promise<Reading> {
	const [first] = readings;
	const caption = captionOf(step, first);
	if (readings.length === 1 && caption === null) return first;
	let tie: Deadline | null = null;
	let fitting: Fit[] = [];
	// Half of the time is left for doing it.
	const chosen = await session.until(async look => {
		fitting = (await Promise.all(readings.map(reading => fitOf(session, reading, look)))).filter(one => one !== null);
		const control = caption !== null && fitting.length !== 1 ? calledSo(look, caption) : null;
		if (control) return control;
		if (fitting.length === 0) {
			tie = null;
			return null;
		}
		if (readings.length === 1) return first;
		// What the page calls so comes before what it tells.
		const called = fitting.filter(({isTold}) => !isTold);
		if (called.length > 0) fitting = called;
		// Where the row and the column are there, the cell is what is meant.
		const cell = fitting.find(({reading}) => isColumnCell(reading));
		if (cell) return cell.reading;
		const day = dayOf(fitting);
		if (day) return day;
		const usable = fitting.filter(({element}) => element?.states.disabled !== true);
		fitting = mostExact(usable.length > 0 ? usable : fitting);
		if (new Set(fitting.map(({means}) => means)).size === 1) return gentlest(fitting).reading;
		tie ??= new Deadline(tieMs);
		return tie.isOver ? ('ambiguous' as const) : null;
	}, session.deadline.left / 2);
	if (chosen === 'ambiguous')
		throw new StepFailed({
			case: 'ambiguous',
			message: `it can be read in ${fitting.length} ways that fit the page: ${fitting.map(({reading}) => reading.line).join(' · ')}. ${fitting.some(({means}) => means === 'back') ? 'Say which: Go back in the browser · or name the control in quotes' : 'Write the value or the name in quotes'}`,
		});
	if (chosen) for (const reading of readings) if (reading !== chosen) session.say(`not read as: ${reading.line}`);
	return chosen ?? first;
}

/** Words of a step that may be what a control is called, verb and all: `Check availability`. Null: they cannot. */
function captionOf({type, description}: PlanFileStep, {parts}: Reading): string | null {
	const isClick = parts.length !== 1 || ['click', 'do', 'goto', 'wait', 'dialog', 'step'].includes(parts[0]!.op);
	const isShort = /^\s*\p{L}[\p{L}' -]{2,40}$/u.test(description) && description.trim().split(/\s+/).length <= 5;
	return type === 'action' && !isClick && isShort && !isAssertion(parts[0]!.op) ? description.trim() : null;
}

/** A click on the one control whose name is the whole step. */
function calledSo(look: Look, caption: string): Reading | null {
	const named = look.elements.filter(
		element =>
			isCandidate(look, element, 'click') && pressableRoles.has(element.role) && fold(element.name) === fold(caption),
	);
	if (named.length !== 1) return null;
	const target: Target = {phrase: caption, isQuoted: true, role: null, scopes: [], ordinal: null};
	const parts: Part[] = [{op: 'click', target}];
	return {type: 'action', parts, line: describeParts(parts), note: 'the step is what a control is called'};
}

/** A day that may be chosen or typed goes into a field for days by its picker, and is typed into any other. */
function dayOf(fitting: readonly Fit[]): Reading | null {
	const picked = fitting.find(({reading}) => reading.parts[0]?.op === 'pick_date');
	const typed = fitting.find(({reading}) => reading.parts[0]?.op === 'fill');
	if (!picked?.element || !typed?.element || picked.element.index !== typed.element.index) return null;
	const {type, name, placeholder, nearLabel, states} = picked.element;
	const isForDays =
		['date', 'month', 'datetime-local'].includes(type ?? '') ||
		states.readonly === true ||
		/\b(?:date|day|birthday|deadline|due|from|until|departure|arrival|check-?in|check-?out)\b/i.test(
			[name, placeholder, nearLabel].join(' '),
		);
	return (isForDays ? picked : typed).reading;
}

type Fit = {reading: Reading; means: string; element?: LookElement; isTold?: boolean};

/** Of claims and numbers that do not agree, those about the record they name: `the priority of X` is what stands in X. */
function mostExact(fitting: readonly Fit[]): Fit[] {
	const isOfRecords = fitting.every(
		({reading}) => reading.parts[0]!.op === 'step' || isAssertion(reading.parts[0]!.op),
	);
	const inRecord = isOfRecords ? fitting.filter(({reading}) => namesRecord(reading.parts[0]!)) : [];
	if (inRecord.length > 0) return withField(inRecord);
	// What is opened or gone to is behind a control, where one of them is.
	const behind = fitting.filter(({element}) => element && isPressable(element));
	if (behind.length > 0 && behind.length < fitting.length && fitting.every(({reading}) => isWay(reading)))
		return mostExact(behind);
	// What the menu of a record does is meant where nothing else does it; the head of a column sorts before a link beside it.
	for (const isLesser of [isByMenu, isBeside]) {
		const better = fitting.filter(({reading}) => !isLesser(reading));
		if (better.length > 0 && better.length < fitting.length) return mostExact(better);
	}
	// `show the tours` where a button says just that: nobody means another one that is called by the thing alone.
	const saidInFull = fitting.filter(({reading: {parts}, element}) => {
		const [part] = parts;
		if (part?.op !== 'do' || part.object === null || !element) return false;
		const there = words(element.name);
		return words(`${part.verb} ${part.object.phrase}`).every(word => there.includes(word));
	});
	if (saidInFull.length > 0 && fitting.every(({reading}) => ['do', 'click'].includes(reading.parts[0]!.op)))
		return saidInFull;
	// A list that takes several has all of them at once.
	const several = fitting.filter(({reading: {parts}}) => parts[0]!.op === 'select' && parts[0]!.values.length > 1);
	if (several.length > 0) return several;
	// What can be ticked is ticked or not, whatever its row says.
	const ofState = fitting.filter(({reading}) => reading.parts[0]!.op === 'state');
	if (ofState.length > 0 && fitting.every(({reading}) => ['state', 'cell'].includes(reading.parts[0]!.op)))
		return ofState;
	// `Filter by status Open`: a list or field that is called so, before a box that is called like the value.
	const filters = ['select', 'fill'].flatMap(op => fitting.filter(({reading}) => reading.parts[0]!.op === op));
	if (filters.length > 0 && fitting.some(({reading}) => reading.parts[0]!.op === 'check')) return filters.slice(0, 1);
	// `Choose size "Large"`: what that list or group offers, before anything that is called so.
	const offered = fitting.filter(({reading}) => reading.parts[0]!.op === 'select');
	if (offered.length > 0 && fitting.every(({reading}) => ['select', 'pick', 'click'].includes(reading.parts[0]!.op)))
		return offered;
	// A number that is shown under that name is not counted.
	const shown = fitting.filter(({reading}) => reading.parts[0]!.op === 'value');
	if (shown.length > 0 && fitting.every(({reading}) => ['value', 'count'].includes(reading.parts[0]!.op))) return shown;
	// Where a list of orders offers it, nobody means the head of a column that may sort.
	const sorting = fitting.find(
		({reading: {parts}}) => parts[0]!.op === 'select' && /^(?:sort|group)$/.test(parts[0]!.target?.phrase ?? ''),
	);
	return sorting ? [sorting] : withField(fitting);
}

const isWay = ({parts: [part]}: Reading): boolean =>
	part!.op === 'go' || (part!.op === 'click' && part!.target.opens === true);

const isByMenu = ({parts: [open, entry]}: Reading): boolean =>
	open!.op === 'click' && open.target.role === 'menu' && entry?.op === 'click' && entry.target.role === 'menu item';
const isBeside = ({parts: [part]}: Reading): boolean =>
	part!.op === 'click' && part.target.role === 'link' && part.target.scopes.some(({kind}) => kind === 'near');

/** The value of a field, or of a group of choices, before the text that stands beside its label. */
function withField(fitting: readonly Fit[]): Fit[] {
	// What is chosen in a row is its box or button, whatever text of it is named.
	const picked = fitting.filter(({reading}) => reading.parts[0]!.op === 'pick');
	if (picked.length === 1 && fitting.every(({reading}) => ['pick', 'click'].includes(reading.parts[0]!.op)))
		return picked;
	// `Press Delete in the row`: where the row has a button of that name, nobody means the key.
	const clicked = fitting.filter(({reading}) => reading.parts[0]!.op === 'click');
	if (clicked.length > 0 && fitting.every(({reading}) => ['click', 'press'].includes(reading.parts[0]!.op)))
		return clicked;
	const ofFields = fitting.filter(({reading}) => reading.parts[0]!.op === 'value');
	return ofFields.length > 0 && fitting.every(({reading}) => ['value', 'labelled_text'].includes(reading.parts[0]!.op))
		? ofFields
		: [...fitting];
}

const isColumnCell = ({parts: [part, ...others]}: Reading): boolean =>
	others.every(({op}) => isAssertion(op)) && part!.op === 'cell' && part.column !== '';

const namesRecord = (part: Part): boolean =>
	(part.op === 'cell' && part.column === '') ||
	('target' in part &&
		typeof part.target === 'object' &&
		part.target !== null &&
		'scopes' in part.target &&
		part.target.scopes.some(({kind}) => kind === 'row' || kind === 'row_at'));

/** Of readings with one effect, one that leaves alone what is so already. */
const gentlest = (fitting: readonly Fit[]): Fit =>
	['check', 'select', 'pick'].flatMap(op => fitting.filter(({reading}) => reading.parts[0]!.op === op))[0] ??
	fitting[0]!;

/** What the first part of a reading that names an element would act on, or whether it holds; null: it does not fit. */
async function fitOf(session: Session, reading: Reading, look: Look): Promise<Fit | null> {
	const [part] = reading.parts;
	if (!part) return null;
	if (isAssertion(part.op)) {
		const seen = await observed(part as AssertionPart, look, optionsOf(session), session.hitTest(look));
		if (seen === null) return {reading, means: JSON.stringify(part)};
		return 'unclear' in seen || seen.actual === null || seen.isAbsent
			? null
			: {reading, means: `holds: ${seen.holds}`, isTold: seen.isTold};
	}
	// Beside something else that it may mean: there has to be a page to go back to.
	if (part.op === 'back') {
		const asked = session.call('asking for the history', session.page.evaluate(canGoBack));
		return (await asked.catch(() => true)) ? {reading, means: 'back'} : null;
	}
	if (part.op === 'go') {
		const [name = ''] = part.names;
		const target: Target = {phrase: name, isQuoted: false, role: null, scopes: [], ordinal: null};
		const resolved = await resolveOn(session, target, 'go', look);
		if (!('found' in resolved)) return null;
		return {
			reading,
			element: look.elements[resolved.found]!,
			means: meansOf('click', part.names.length === 1 ? part : {names: part.names}, [['target', resolved.found]]),
		};
	}
	const resolved = await resolvePart(part, look, optionsOf(session), session.hitTest(look));
	if (!('elements' in resolved)) return null;
	const [first] = resolved.elements;
	const op = first ? opOn(part.op, look.elements[first.index]!) : part.op;
	if (op === null) return null;
	return {
		reading,
		...(first ? {element: look.elements[first.index]!} : {}),
		means:
			first && optionOf(part, look, first.index) !== null
				? `choose: ${optionOf(part, look, first.index)}`
				: first && turnsOn(part, look.elements[first.index]!)
					? `turn on: ${first.index}`
					: meansOf(
							op,
							part,
							resolved.elements.map(({slot, index}) => [slot, index]),
						),
	};
}

/** Runs in the page. */
const canGoBack = (): boolean => (globalThis as {navigation?: {canGoBack: boolean}}).navigation?.canGoBack ?? true;

/** The option that the part ends on, in the list that offers it. */
function optionOf(part: Part, look: Look, index: number): number | null {
	const element = look.elements[index]!;
	if (element.role === 'option' && ['pick', 'click'].includes(part.op)) return index;
	const values =
		part.op === 'select' ? part.values : part.op === 'fill' && isChooser(element.role, element.tag) ? [part.value] : [];
	if (values.length !== 1 || !['listbox', 'combobox'].includes(element.role)) return null;
	const {text} = values[0]!;
	const options = look.elements
		.slice(index, treeOf(look).end[index])
		.filter(({role, name}) => role === 'option' && fold(name) === fold(text));
	return options.length === 1 ? options[0]!.index : null;
}

/** Ticking a box, choosing it, pointing at it: one effect on what is off. */
const turnsOn = (part: Part, {role, states}: LookElement): boolean =>
	(part.op === 'check' || part.op === 'pick' || part.op === 'click' || part.op === 'do' || part.op === 'select') &&
	!(part.op === 'select' && part.values.length > 1) &&
	(role === 'radio' || (['checkbox', 'switch'].includes(role) && states.checked !== true));

const meansOf = (op: Part['op'], part: object, elements: Array<[string, number]>) =>
	JSON.stringify([op, valuesOf(part), elements]);

/** What an operation does to this element; null: nothing, so it is not what is meant. */
function opOn(op: Part['op'], {role, tag}: LookElement): Part['op'] | null {
	if (op === 'select' && tag !== 'select' && ['textbox', 'searchbox', 'spinbutton'].includes(role)) return null;
	if (op === 'fill' && isChooser(role, tag)) return 'select';
	// Who enters something in a box with suggestions and who selects it there mean the same.
	if (op === 'select' && tag === 'input' && role === 'combobox') return 'fill';
	return op === 'pick' || op === 'do' ? 'click' : op;
}

const valuesOf = (part: object) => [
	'value' in part ? [part.value] : 'values' in part ? part.values : null,
	'key' in part ? part.key : null,
	'address' in part ? part.address : null,
	'name' in part ? part.name : null,
	'names' in part && !('op' in part) ? part.names : null,
];
