import type {AssertionPart, Part, Reading, Target} from '../../../source/plan-language/reading.ts';
import type {Look, LookElement} from '../page/look.ts';
import {observed} from './observed.ts';
import {resolvePart} from '../resolve/resolve-part.ts';
import {isChooser} from './act/field.ts';
import {isAssertion} from './check.ts';
import {Deadline} from './deadline.ts';
import {optionsOf, resolveOn} from './find.ts';
import type {Session} from './session.ts';
import {StepFailed} from './step-failed.ts';

const tieMs = 600;

/**
 * The one reading that fits the page. All are tried, and exactly one element must come out: two that would act on
 * different ones are ambiguous. Where none fits in the step's time the first one is taken, and says what it lacks.
 */
export async function chooseReading(session: Session, readings: readonly [Reading, ...Reading[]]): Promise<Reading> {
	const [first] = readings;
	if (readings.length === 1) return first;
	let tie: Deadline | null = null;
	let fitting: Fit[] = [];
	// Half of the time is left for doing it.
	const chosen = await session.until(async look => {
		fitting = (await Promise.all(readings.map(reading => fitOf(session, reading, look)))).filter(one => one !== null);
		if (fitting.length === 0) {
			tie = null;
			return null;
		}
		// Where the row and the column are there, the cell is what is meant.
		const cell = fitting.find(({reading}) => reading.parts.length === 1 && reading.parts[0]!.op === 'cell');
		if (cell) return cell.reading;
		const day = dayOf(fitting);
		if (day) return day;
		if (new Set(fitting.map(({means}) => means)).size === 1) return fitting[0]!.reading;
		tie ??= new Deadline(tieMs);
		return tie.isOver ? ('ambiguous' as const) : null;
	}, session.deadline.left / 2);
	if (chosen === 'ambiguous')
		throw new StepFailed({
			case: 'ambiguous',
			message: `it can be read in ${fitting.length} ways that fit the page: ${fitting.map(({reading}) => reading.line).join(' · ')}. Write the value or the name in quotes`,
		});
	if (chosen) for (const reading of readings) if (reading !== chosen) session.say(`not read as: ${reading.line}`);
	return chosen ?? first;
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

type Fit = {reading: Reading; means: string; element?: LookElement};

/** What the first part of a reading that names an element would act on, or whether it holds; null: it does not fit. */
async function fitOf(session: Session, reading: Reading, look: Look): Promise<Fit | null> {
	const [part] = reading.parts;
	if (!part) return null;
	if (isAssertion(part.op)) {
		const seen = await observed(part as AssertionPart, look, optionsOf(session), session.hitTest(look));
		if (seen === null) return {reading, means: JSON.stringify(part)};
		return 'unclear' in seen || seen.actual === null ? null : {reading, means: `holds: ${seen.holds}`};
	}
	if (part.op === 'go') {
		const [name = ''] = part.names;
		const target: Target = {phrase: name, isQuoted: false, role: null, scopes: [], ordinal: null};
		const resolved = await resolveOn(session, target, 'go', look);
		if (!('found' in resolved)) return null;
		return {
			reading,
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
		means: meansOf(
			op,
			part,
			resolved.elements.map(({slot, index}) => [slot, index]),
		),
	};
}

const meansOf = (op: Part['op'], part: object, elements: Array<[string, number]>) =>
	JSON.stringify([op, valuesOf(part), elements]);

/** What an operation does to this element; null: nothing, so it is not what is meant. */
function opOn(op: Part['op'], {role, tag}: LookElement): Part['op'] | null {
	if (op === 'select' && tag !== 'select' && ['textbox', 'searchbox', 'spinbutton'].includes(role)) return null;
	if (op === 'fill' && isChooser(role, tag)) return 'select';
	return op === 'pick' || op === 'do' ? 'click' : op;
}

const valuesOf = (part: object) => [
	'value' in part ? [part.value] : 'values' in part ? part.values : null,
	'key' in part ? part.key : null,
	'address' in part ? part.address : null,
	'name' in part ? part.name : null,
	'names' in part && !('op' in part) ? part.names : null,
];
