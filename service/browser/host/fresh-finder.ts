import type {PlanFileStep} from '../../../contract/plan-file.ts';
import type {ScriptElement} from '../../../contract/script.ts';
import {readStep} from '../../../source/plan-language/read-step.ts';
import {describeParts} from '../../../source/plan-language/describe.ts';
import type {Part, Reading, ReadStep, Target} from '../../../source/plan-language/reading.ts';
import {isNamed} from '../page/roles.ts';
import {framesOf} from '../script/build-locator.ts';
import {chooseReading, toldReading} from './choose-reading.ts';
import {check} from './check.ts';
import {findPart, findTarget, type Found} from './find.ts';
import type {PlanRecord, PlayedPart} from './plan-record.ts';
import {saveElement, saveRecords} from './save-element.ts';
import type {Session} from './session.ts';
import {StepFailed} from './step-failed.ts';
import type {StepFinder} from './step-finder.ts';
import {stillThere} from './with-handle.ts';

/** Reads the text of a step, and looks for what it names. */
export function freshFinder(session: Session, record: PlanRecord, step: PlanFileStep, stepIndex: number): StepFinder {
	const read = readStep(step);
	const saved = record.entryOf(stepIndex, 'saved');
	const savedElement = (place: number, slot: string) =>
		saved?.parts[place]?.elements.find(one => one.slot === slot) ?? null;
	const plain = (part: Part): PlayedPart => ({op: part.op, part: {...part}, elements: []});
	let parts: Part[] = [];
	/** What has gone since it was found is named by nothing: it is found again first. */
	const save = async (found: Found, slot: string, target: Target, before: ScriptElement | null) => {
		const {locator} = found;
		const element = await saveElement(session, found, slot, target, before);
		if (element || (await stillThere(session, found, 'naming the element')) === locator) return element;
		return saveElement(session, found, slot, target, before);
	};
	const keep = async (entry: PlayedPart, slot: string, target: Target, found: Found) => {
		const place = parts.findIndex(part => part.op === entry.op);
		const element = await save(found, slot, target, savedElement(place, slot));
		if (element) entry.elements.push(element);
	};
	return {
		opensPage: 'readings' in read && read.readings[0].parts[0]?.op === 'goto',
		hasHealed: false,
		async read() {
			const told = 'refusal' in read && read.refusal.told ? await toldReading(session, read.refusal.told) : null;
			if ('refusal' in read && !told) throw refused(step, read.refusal);
			const reading =
				told ??
				(await chooseReading(session, firstsOf((read as Extract<ReadStep, {readings: unknown}>).readings), step));
			parts = reading.parts;
			return reading;
		},
		async partsAt(place) {
			if (!('readings' in read)) return parts;
			const done = JSON.stringify(parts.slice(0, place));
			const going = read.readings.filter(one => JSON.stringify(one.parts.slice(0, place)) === done);
			const rests = restsOf(going, place);
			const [first, ...others] = rests;
			if (first && others.length > 0)
				parts = [...parts.slice(0, place), ...(await chooseReading(session, [first, ...others], step)).parts];
			return parts;
		},
		async elements(place, part) {
			const elements = await findPart(session, part);
			const entry = plain(part);
			for (const [slot, {found, target}] of elements) {
				const element = await save(found, slot, target, savedElement(place, slot));
				if (element) entry.elements.push(element);
			}
			return {elements, entry};
		},
		async more(entry, slot, target, op) {
			const found = await findTarget(session, target, op);
			await keep(entry, slot, target, found);
			return found;
		},
		keep,
		check: (_, part) => check(session, part),
		async observed(place, part, {look, index, list}) {
			const records = list ? await saveRecords(session, look, list) : null;
			const entry: PlayedPart = {...plain(part), elements: records ? [records] : []};
			const frames = index === null ? [] : framesOf(look, look.elements[index]!).map(({frame}) => frame);
			// Of what nothing names alone, the export knows at least where it is.
			const framed = {...entry, part: {...entry.part, ...(frames.length > 0 ? {frames} : {})}};
			// The look is still the latest one: nothing was done since.
			const element = index === null ? undefined : look.elements[index];
			if (index === null || !element || !isNamed(element)) return framed;
			// A field that takes no pointer has no reference; what is around it has one.
			const around = session.locator(look, index);
			const found: Found = {look, index, element, locator: element.ref ? around : around.locator(element.tag!)};
			const claim = part.op === 'wait' && part.until !== 'quiet' ? part.until : part;
			const target =
				'target' in claim && typeof claim.target === 'object' && claim.target !== null
					? (claim.target as Target)
					: null;
			const saved =
				target && (await saveElement(session, found, 'target', target, savedElement(place, 'target'), true));
			if (!saved) return framed;
			entry.elements.push(saved);
			return entry;
		},
		plain: (_, part) => plain(part),
	};
}

/** One reading for each thing that the first part may mean. */
function firstsOf(readings: readonly [Reading, ...Reading[]]): [Reading, ...Reading[]] {
	const [first, ...others] = readings;
	const seen = new Set([JSON.stringify(first.parts[0])]);
	return [
		first,
		...others.filter(({parts}) => {
			const key = JSON.stringify(parts[0]);
			return !seen.has(key) && seen.add(key);
		}),
	];
}

/** What may come from this part on, one for each thing that the part itself may mean. */
function restsOf(readings: readonly Reading[], place: number): Reading[] {
	const rests = new Map<string, Reading>();
	for (const reading of readings) {
		const rest = reading.parts.slice(place);
		const key = JSON.stringify(rest[0]);
		if (rest.length > 0 && !rests.has(key)) rests.set(key, {...reading, parts: rest, line: describeParts(rest)});
	}
	return rests.size < 2 || [...rests.values()].some(({parts: [part]}) => part!.op === 'dialog')
		? []
		: [...rests.values()];
}

function refused({description}: PlanFileStep, refusal: Extract<ReadStep, {refusal: unknown}>['refusal']): StepFailed {
	const {reason, understood, nearestForms} = refusal;
	const said = JSON.stringify(description.length > 200 ? `${description.slice(0, 199)}…` : description);
	const read = understood ? `${said} was read as: ${understood}` : `${said} was not understood`;
	const forms = nearestForms.length > 0 ? `. Nearest forms: ${nearestForms.join(' · ')}` : '';
	return new StepFailed({case: reason, target: understood, message: `${read}${forms}`});
}
