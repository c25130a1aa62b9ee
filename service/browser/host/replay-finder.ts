import type {ScriptElement, ScriptStep} from '../../../source/contract/script.ts';
import {describeParts} from '../../../source/plan-language/describe.ts';
import type {Operation, Part, Target} from '../../../source/plan-language/reading.ts';
import {fingerprintOf} from '../heal/fingerprint.ts';
import {agrees, decideHeal, type HealDecision} from '../heal/decide.ts';
import type {Look} from '../page/look.ts';
import {buildLocator} from '../script/build-locator.ts';
import type {Elements} from './act/act.ts';
import {Deadline} from './deadline.ts';
import {describe, findPart, findTarget, type Found, foundAt, optionsOf, told} from './find.ts';
import {locatedOn} from './located.ts';
import type {PlayedPart, PlanRecord} from './plan-record.ts';
import type {Session} from './session.ts';
import type {StepFinder} from './step-finder.ts';
import {StepFailed} from './step-failed.ts';

/** A page may still be building up: an element is not taken for gone before this. */
const healAfterMs = 3000;

/** Plays what was saved of a step, without reading its text; elements are found by their locators, and repaired. */
export function replayFinder(session: Session, record: PlanRecord, entry: ScriptStep): StepFinder {
	const parts = entry.parts.map(({part}) => part as unknown as Part);
	const kept = (place: number): PlayedPart => ({...entry.parts[place]!});
	let hasHealed = false;
	const find = async (element: ScriptElement, target: Target, op: Operation): Promise<Found> => {
		const {found, healed} = await findSaved(session, element, target, op, {
			refused: session.job.refusedHeals
				.filter(one => one.stepIndex === entry.stepIndex && one.slot === element.slot)
				.map(one => one.to),
		});
		if (!healed) return found;
		hasHealed = true;
		const {fingerprint} = element;
		const locator = buildLocator(found.look, found.index, target, optionsOf(session))?.locator;
		const {name} = fingerprintOf(found.look, found.index);
		session.note(
			`repaired: ${fingerprint.role} "${fingerprint.name}" → ${told(found.element)} (${healed.score.toFixed(2)})`,
		);
		if (locator)
			record.heals.push({
				stepIndex: entry.stepIndex,
				slot: element.slot,
				...healed,
				from: {locator: element.locator, role: fingerprint.role, name: fingerprint.name},
				to: {locator, role: found.element.role, name, fingerprint: fingerprintOf(found.look, found.index)},
			});
		return found;
	};
	return {
		opensPage: parts[0]?.op === 'goto',
		get hasHealed() {
			return hasHealed;
		},
		read: async () => ({line: describeParts(parts), note: null, parts}),
		async elements(place, part) {
			const saved = entry.parts[place]!.elements.filter(({slot}) => !slot.startsWith('names.'));
			// What nothing named alone is found as it was when it was saved.
			if (saved.length === 0) return {elements: await findPart(session, part), entry: kept(place)};
			const elements = new Map<string, {found: Found; target: Target}>();
			for (const element of saved) {
				const target = targetOf(part, element);
				elements.set(element.slot, {found: await find(element, target, part.op), target});
			}
			// The first ones were found on an earlier look, whose references are gone.
			return {elements: elements.size > 1 ? await onOneLook(session, elements) : elements, entry: kept(place)};
		},
		async more(played, slot, target, op) {
			const element = played.elements.find(one => one.slot === slot);
			return element ? find(element, target, op) : findTarget(session, target, op);
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
			return [slot, {found: same ? foundAt(session, look, same.index) : found, target}];
		}),
	);
}

type Healed = Pick<Extract<HealDecision, {index: number}>, 'score' | 'margin' | 'evidence'>;

/** Looks until the saved locator gives one element that agrees with its fingerprint; else the one clear heir of it. */
async function findSaved(
	session: Session,
	element: ScriptElement,
	target: Target,
	op: Operation,
	{refused}: {refused: ScriptElement['locator'][]},
): Promise<{found: Found; healed: Healed | null}> {
	const {locator, fingerprint} = element;
	const began = performance.now();
	const patience = new Deadline(Math.min(healAfterMs, session.job.stepTimeoutMs / 3));
	let decision: HealDecision | null = null;
	let state = 'gone';
	const result = await session.until(
		async (look): Promise<{look: Look; index: number; healed: Healed | null} | null> => {
			const indexes = await locatedOn(session, look, locator);
			const [index] = indexes;
			if (indexes.length === 1 && index !== undefined && agrees(fingerprint, look, index))
				return {look, index, healed: null};
			state =
				indexes.length === 0
					? 'gone'
					: indexes.length > 1
						? `one of ${indexes.length} that fit`
						: 'another element now';
			if (!session.job.autoHeal || !patience.isOver) return null;
			decision = await decideHeal(fingerprint, look, {
				use: 'action',
				hit: session.hitTest(look, true),
				refused,
				locatorOf: candidate => buildLocator(look, candidate, target, optionsOf(session))?.locator ?? null,
			});
			if (!('index' in decision)) return null;
			const {index: heir, ...healed} = decision;
			return {look, index: heir, healed};
		},
	);
	if (result) {
		const found = foundAt(session, result.look, result.index);
		session.say(
			`${describe(target)}: ${told(found.element)} by ${result.healed ? `its fingerprint (${result.healed.evidence.join(', ')})` : 'its saved locator'}`,
		);
		return {found, healed: result.healed};
	}
	throw gone(session, {element, target, op, state, decision, seconds: (performance.now() - began) / 1000});
}

type Gone = {
	element: ScriptElement;
	target: Target;
	op: Operation;
	state: string;
	decision: HealDecision | null;
	seconds: number;
};

function gone(session: Session, {element, target, state, decision, seconds}: Gone): StepFailed {
	const {role, name} = element.fingerprint;
	const refusal = decision && 'reason' in decision ? decision : null;
	const nearest = refusal?.nearest ?? [];
	const list = nearest.map(one => `${one.role} "${one.name}" (${one.score.toFixed(2)}, ${one.why})`).join(' · ');
	const why = refusal ? `; not repaired: ${refusal.reason}` : session.job.autoHeal ? '' : '; repairs are off';
	return new StepFailed({
		case: 'not_found',
		target: describe(target),
		nearest,
		message: `${role} "${name}" is ${state} on ${session.page.url()} (${seconds.toFixed(1)} s)${why}${list ? `; nearest: ${list}` : ''}`,
	});
}
