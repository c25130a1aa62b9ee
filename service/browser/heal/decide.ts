import type {Locator} from '../../../contract/locator.ts';
import type {Fingerprint} from '../../../contract/script.ts';
import type {HitTest, Look, LookElement} from '../page/look.ts';
import {familyOf} from '../page/roles.ts';
import {labelOf} from './fingerprint.ts';
import {changedMeaning} from './meaning.ts';
import {equalAttribute, type Likeness, likeness, nameLikeness} from './score.ts';
import {isMisplaced, vetoOf} from './vetoes.ts';

/** Least score, least lead over the second, least likeness of the name that anchors a heal. */
export const bounds = {score: 0.5, margin: 0.1, name: 0.6};

/** What the element is for: an assertion may only follow a unique attribute to its moved field, and only for these. */
export type HealUse = 'action' | 'state' | 'value' | 'other_assertion';

export type HealOptions = {
	use: HealUse;
	/** Asked of the winner only. */
	hit: HitTest;
	/** Repairs of this element that a person refused. */
	refused: Locator[];
	/** The locator that would be proposed for an element; null: none names it. */
	locatorOf(index: number): Locator | null;
};

export type HealDecision =
	| {index: number; score: number; margin: number; evidence: string[]}
	| {reason: string; nearest: Array<{role: string; name: string; score: number; why: string}>};

/**
 * Whether an element found by its saved locator is still the one that was saved: of the same kind, in
 * the row and the section that it was told apart by, with a name alike or a unique attribute equal, and not called by
 * what means another thing: a test id that moved from Save to Delete names Delete.
 */
export function agrees(fingerprint: Fingerprint, look: Look, index: number): boolean {
	const element = look.elements[index]!;
	const isSameKind = familyOf(fingerprint.role) === familyOf(element.role);
	if (!isSameKind || isMisplaced(fingerprint, look, element)) return false;
	if (changedMeaning(fingerprint, look, element, true) !== null) return false;
	if (equalAttribute(fingerprint, element) !== null) return true;
	const hadName = [fingerprint.name, fingerprint.nearLabel, fingerprint.placeholder, fingerprint.title].some(label =>
		Boolean(label?.trim()),
	);
	return hadName
		? nameLikeness(fingerprint, element) >= bounds.name
		: likeness(fingerprint, look, element).score >= 0.7;
}

/** The element of today that was saved, if there is a clear one; else why not, with the three nearest. */
export async function decideHeal(fingerprint: Fingerprint, look: Look, options: HealOptions): Promise<HealDecision> {
	const rated = look.elements
		.filter(element => element.ref !== null && element.box !== null && mayBe(fingerprint, element))
		.map(element => ({element, like: likeness(fingerprint, look, element)}))
		.map(one => ({...one, veto: vetoOf(fingerprint, look, one.element, one.like)}))
		.sort((one, other) => other.like.score - one.like.score);
	const possible = rated.filter(({veto}) => veto === null);
	const [best, second] = possible;
	const refuse = (reason: string): HealDecision => ({reason, nearest: nearest(rated, reason)});
	if (best === undefined)
		return refuse(rated.length === 0 ? 'nothing of its kind is on the page' : 'every candidate is another element');
	const {element, like} = best;
	const margin = like.score - (second?.like.score ?? 0);
	if (like.score < bounds.score) return refuse('nothing is alike enough');
	if (margin < bounds.margin) return refuse('two candidates are equally good');
	const anchor = anchorOf(like);
	if (anchor === null) return refuse('neither its name nor an attribute nor its place is unchanged');
	if (options.use === 'other_assertion') return refuse('an assertion is never repaired');
	if (options.use !== 'action' && like.attribute === null)
		return refuse('an assertion follows only a unique attribute');
	const locator = options.locatorOf(element.index);
	if (locator !== null && options.refused.some(one => isSameLocator(one, locator)))
		return refuse('a person refused this repair');
	// What cannot be asked is not known to be free.
	const met = await options.hit(element.index);
	if (met !== 'itself') return refuse(met === 'covered' ? 'it is covered' : 'it cannot be reached');
	return {index: element.index, score: round(like.score), margin: round(margin), evidence: evidenceOf(anchor, like)};
}

const round = (value: number) => Math.round(value * 100) / 100;

/** Fields and controls only for fields and controls; texts for texts of the same tag. */
const mayBe = (fingerprint: Fingerprint, element: LookElement) =>
	familyOf(element.role) === familyOf(fingerprint.role) ||
	(familyOf(fingerprint.role) === 'press' && element.isClickable);

function anchorOf(like: Likeness): string | null {
	if (like.name >= bounds.name) return `name alike (${round(like.name)})`;
	if (like.attribute !== null) return `same ${like.attribute}`;
	const isUnmoved = like.neighbours.previous && like.neighbours.next && like.isPlaceSame && like.isAreaSame;
	return isUnmoved ? 'same place between the same neighbours' : null;
}

function evidenceOf(anchor: string, like: Likeness): string[] {
	const more = [
		like.attribute !== null ? `same ${like.attribute}` : null,
		like.neighbours.previous ? 'same control before it' : null,
		like.neighbours.next ? 'same control after it' : null,
		like.isAreaSame ? 'same part of the page' : null,
	];
	return [...new Set([anchor, ...more.filter(one => one !== null)])];
}

/** The three most alike, each with what stops it; `reason` is what stopped the one that would have been taken. */
function nearest(rated: Array<{element: LookElement; like: Likeness; veto: string | null}>, reason: string) {
	const best = rated.find(({veto}) => veto === null);
	const stopped = (one: (typeof rated)[number]) =>
		one.like.score < bounds.score ? 'not alike enough' : one === best ? reason : 'less alike than another';
	return rated
		.filter(({like}) => like.score >= 0.35)
		.slice(0, 3)
		.map(one => ({
			role: one.element.role,
			name: labelOf(one.element),
			score: round(one.like.score),
			why: one.veto ?? stopped(one),
		}));
}

export const isSameLocator = (one: Locator, other: Locator): boolean =>
	JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const sorted = (locator: Locator) => Object.entries(locator).sort(([one], [other]) => (one < other ? -1 : 1));
