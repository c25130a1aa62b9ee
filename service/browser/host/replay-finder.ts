import type {ScriptElement, ScriptStep} from '../../../contract/script.ts';
import {describeParts} from '../../../source/plan-language/describe.ts';
import type {Part, Target} from '../../../source/plan-language/reading.ts';
import {fingerprintOf} from '../heal/fingerprint.ts';
import type {HealUse} from '../heal/decide.ts';
import {fieldRoles} from '../page/roles.ts';
import {buildLocator} from '../script/build-locator.ts';
import type {Elements} from './act/act.ts';
import {check} from './check.ts';
import {findPart, findTarget, type Found, foundAt, optionsOf, told} from './find.ts';
import {findSaved, type Healed, searchSaved, type Wanted} from './find-saved.ts';
import type {PlayedPart, PlanRecord} from './plan-record.ts';
import type {Session} from './session.ts';
import type {StepFinder} from './step-finder.ts';

/** A claim about one element and what it is or holds; others are about texts, wherever they stand. */
const isOfElement = ({op}: Part, {fingerprint}: ScriptElement): boolean =>
	op === 'state' || op === 'attribute' || (op === 'value' && fieldRoles.has(fingerprint.role));

/** Plays what was saved of a step, without reading its text; elements are found by their locators, and repaired. */
export function replayFinder(session: Session, record: PlanRecord, entry: ScriptStep): StepFinder {
	const parts = entry.parts.map(({part}) => part as unknown as Part);
	const kept = (place: number): PlayedPart => ({...entry.parts[place]!});
	let hasHealed = false;
	const wantedOf = (element: ScriptElement, target: Target, use: HealUse): Wanted => {
		const refused = session.job.refusedHeals
			.filter(one => one.stepIndex === entry.stepIndex && one.slot === element.slot)
			.map(one => one.to);
		return {element, target, use, refused};
	};
	const find = async (element: ScriptElement, target: Target): Promise<Found> => {
		const {found, healed} = await findSaved(session, wantedOf(element, target, 'action'));
		if (healed) noteHeal(element, target, found, healed);
		return {...found, again: () => find(element, target)};
	};
	const noteHeal = (
		{slot, locator: saved, fingerprint}: ScriptElement,
		target: Target,
		found: Found,
		healed: Healed,
	) => {
		hasHealed = true;
		const locator = buildLocator(found.look, found.index, target, optionsOf(session))?.locator;
		const {name} = fingerprintOf(found.look, found.index);
		session.note(
			`repaired: ${fingerprint.role} "${fingerprint.name}" → ${told(found.element)} (${healed.score.toFixed(2)})`,
		);
		if (locator)
			record.heals.push({
				stepIndex: entry.stepIndex,
				slot,
				...healed,
				from: {locator: saved, role: fingerprint.role, name: fingerprint.name},
				to: {locator, role: found.element.role, name, fingerprint: fingerprintOf(found.look, found.index)},
			});
	};
	return {
		opensPage: parts[0]?.op === 'goto',
		get hasHealed() {
			return hasHealed;
		},
		read: async () => ({line: describeParts(parts), note: null, parts}),
		partsAt: async () => parts,
		async elements(place, part) {
			// What shows only while the part is carried out is found then.
			const saved = entry.parts[place]!.elements.filter(({slot}) => !slot.includes('.'));
			// What nothing named alone is found as it was when it was saved.
			if (saved.length === 0) return {elements: await findPart(session, part), entry: kept(place)};
			const elements = new Map<string, {found: Found; target: Target}>();
			for (const element of saved) {
				const target = targetOf(part, element);
				elements.set(element.slot, {found: await find(element, target), target});
			}
			// The first ones were found on an earlier look, whose references are gone.
			return {elements: elements.size > 1 ? await onOneLook(session, elements) : elements, entry: kept(place)};
		},
		async more(played, slot, target, op) {
			const element = played.elements.find(one => one.slot === slot);
			return element ? find(element, target) : findTarget(session, target, op);
		},
		// Its entry stays as it was saved.
		keep: async () => {},
		async check(place, part) {
			const element = entry.parts[place]!.elements.find(({slot}) => slot === 'target');
			if (!element || !isOfElement(part, element)) return check(session, part);
			// What it speaks of is the element that was saved, and no other one that is called alike.
			const target = targetOf(part, element);
			const use = part.op === 'state' || part.op === 'value' ? part.op : 'other_assertion';
			const search = searchSaved(session, wantedOf(element, target, use));
			let healed: Healed | null = null;
			const checked = await check(session, part, {
				told: () => search.told().message,
				async on(look) {
					const seen = await search.on(look);
					healed = seen?.healed ?? null;
					return seen?.index ?? null;
				},
			});
			if (healed && checked.index !== null)
				noteHeal(element, target, foundAt(session, checked.look, checked.index), healed);
			return checked;
		},
		observed: async place => kept(place),
		plain: place => kept(place),
	};
}

/** As the part names it; what has no target of its own is called by its saved name. */
function targetOf(part: Part, {slot, fingerprint}: ScriptElement): Target {
	const named = (part as Record<string, unknown>)[slot] ?? (part as {to?: Record<string, unknown>}).to?.['target'];
	if (typeof named === 'object' && named !== null && 'phrase' in named) return named as Target;
	return {phrase: fingerprint.name, isQuoted: true, role: null, scopes: [], ordinal: null};
}

async function onOneLook(session: Session, elements: Map<string, {found: Found; target: Target}>): Promise<Elements> {
	const look = await session.look();
	return new Map(
		[...elements].map(([slot, {found, target}]) => {
			const same = look.elements.find(one => one.ref !== null && one.ref === found.element.ref);
			return [slot, {found: same ? foundAt(session, look, same.index, found.again) : found, target}];
		}),
	);
}
